/** /sys-admin/teams: every team, and a form for a new one. */
import { Button, NativeSelect, Select, TextInput } from '@mantine/core'
import { type SystemTeam, type TeamState, teamStates } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brands } from '../../../../../../brands/brands.ts'
import { api, call } from '../../../lib/api.ts'
import { languages } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useForm } from '../../../lib/use-form.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Drawer } from '../../../ui/Drawer.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { ListTools } from '../../../ui/ListTools.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { reloadSession } from '../../auth/public.ts'
import { SystemWarnings } from '../components/SystemWarnings.tsx'
import { TeamDrawer } from '../components/TeamDrawer.tsx'
import { useListState, useTeamPages } from '../data/use-pages.ts'
import { useTeamActs } from '../data/use-team-acts.ts'

const stateColors = { active: 'green', suspended: 'yellow', deleted: 'gray' } as const

export function TeamList() {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const format = useFormat()
  const [isCreating, setCreating] = useState(false)
  const list = useListState()
  const [state, setState] = useState<TeamState | null>(null)
  const pages = useTeamPages(list, state)
  const acts = useTeamActs()
  const [edited, setEdited] = useState<SystemTeam | null>(null)
  const menuOf = (team: SystemTeam): MenuItem[] => {
    if (team.state === 'deleted') {
      return [{ label: t('teams.restore'), glyph: 'undo', action: () => acts.restore(team) }]
    }
    return [
      { label: t('teams.edit'), glyph: 'edit', action: () => setEdited(team) },
      team.state === 'suspended'
        ? { label: t('teams.resume'), glyph: 'undo', action: () => acts.resume(team) }
        : { label: t('teams.suspend'), glyph: 'lock', action: () => acts.suspend(team) },
      { label: t('teams.delete'), glyph: 'trash', isSeparated: true, action: () => acts.remove(team) },
    ]
  }
  return (
    <>
      <PageHeader
        title={t('teams.title')}
        glyph="team"
        action={
          <Button leftSection={<Glyph name="plus" />} onClick={() => setCreating(true)}>
            {t('teams.create')}
          </Button>
        }
      />
      <PageBody isWide>
        <SystemWarnings />
        <ListTools label={t('teams.search')} search={list.search} onSearch={list.setSearch}>
          <Select
            size="xs"
            w={200}
            clearable
            aria-label={t('teams.state')}
            placeholder={t('teams.allStates')}
            data={teamStates.map((value) => ({ value, label: t(`teams.states.${value}`) }))}
            value={state}
            onChange={(value) => setState(teamStates.find((one) => one === value) ?? null)}
          />
        </ListTools>
        <DataTable
          label={t('teams.title')}
          {...pages}
          rowKey={(team) => team.teamId}
          rowMenu={menuOf}
          menuLabel={({ name }) => t('common:reorder.actionsFor', { name })}
          sort={list.sort}
          onSort={list.setSort}
          empty={<EmptyState title={t('teams.noneFound')} />}
          columns={[
            { key: 'name', title: t('teams.name'), render: (team) => team.name, isSortable: true },
            {
              key: 'description',
              title: t('teams.description'),
              render: (team) => team.description,
              isMinor: true,
            },
            {
              key: 'memberCount',
              title: t('teams.memberCount'),
              align: 'right',
              width: 120,
              render: (team) => format.number(team.memberCount),
              isMinor: true,
            },
            {
              key: 'created',
              title: t('teams.created'),
              width: 160,
              render: (team) => (
                <time dateTime={team.createdAt} title={format.fullDateTime(team.createdAt)}>
                  {format.date(team.createdAt)}
                </time>
              ),
              isSortable: true,
              isMinor: true,
            },
            {
              key: 'state',
              title: t('teams.state'),
              width: 120,
              render: (team) => <Tag color={stateColors[team.state]}>{t(`teams.states.${team.state}`)}</Tag>,
            },
          ]}
        />
      </PageBody>
      {isCreating && <CreateTeam onClose={() => setCreating(false)} />}
      {edited && <TeamDrawer team={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function CreateTeam({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const form = useForm(
    {
      name: '',
      shortName: '',
      primaryTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      defaultInterfaceLanguage: 'en' as (typeof languages)[number],
      enumAppBrandId: '1',
    },
    {
      checks: { name: (name) => (name.trim() === '' ? t('sysAdmin:teams.nameRequired') : null) },
      send: async (values) => {
        const body = { ...values, enumAppBrandId: Number(values.enumAppBrandId) }
        const team = await call(api.sysAdmin.createTeam, { body })
        await refreshChanged(queryClient, api.sysAdmin.createTeam)
        await reloadSession()
        toast.success(t('sysAdmin:teams.created_toast', { name: team.name }))
        onClose()
      },
    },
  )
  const name = form.input('name')
  return (
    <Drawer title={t('sysAdmin:teams.create')} onClose={onClose} isModal width={440}>
      <form noValidate onSubmit={form.onSubmit}>
        <FormStack>
          <TextInput
            label={t('sysAdmin:teams.name')}
            required
            data-autofocus
            {...name}
            error={name.error ?? form.failure?.text}
          />
          <TextInput
            label={t('sysAdmin:teams.shortName')}
            description={t('sysAdmin:teams.shortNameHelp')}
            {...form.input('shortName')}
          />
          <Select
            label={t('sysAdmin:teams.timezone')}
            searchable
            allowDeselect={false}
            data={[...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]}
            limit={50}
            {...form.input('primaryTimezone')}
          />
          <NativeSelect
            label={t('sysAdmin:teams.language')}
            data={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
            {...form.input('defaultInterfaceLanguage')}
          />
          <NativeSelect
            label={t('sysAdmin:teams.brand')}
            data={Object.values(brands).map((brand) => ({ value: String(brand.id), label: brand.name }))}
            {...form.input('enumAppBrandId')}
          />
          <FormActions>
            <Button type="submit" loading={form.isSending}>
              {t('sysAdmin:teams.create')}
            </Button>
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </FormActions>
        </FormStack>
      </form>
    </Drawer>
  )
}
