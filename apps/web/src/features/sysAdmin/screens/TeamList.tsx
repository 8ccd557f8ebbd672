/** /sys-admin/teams: every team, and a form for a new one. */
import { Button, NativeSelect, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brands } from '../../../../../../brands/brands.ts'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { languages } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { Drawer } from '../../../ui/Drawer.tsx'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { toast } from '../../../ui/toasts.ts'
import { reloadSession } from '../../auth/public.ts'
import { SystemWarnings } from '../components/SystemWarnings.tsx'

export function TeamList() {
  const { t } = useTranslation(['sysAdmin'])
  const format = useFormat()
  const [isCreating, setCreating] = useState(false)
  const { data, error, isPending, refetch } = useApi(api.sysAdmin.teams, {})
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
        <DataTable
          label={t('teams.title')}
          rows={data?.items}
          rowKey={(team) => team.teamId}
          initialSort={{ key: 'name' }}
          isLoading={isPending}
          error={error}
          onRetry={refetch}
          columns={[
            { key: 'name', title: t('teams.name'), render: (team) => team.name, sortBy: (team) => team.name },
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
              sortBy: (team) => team.memberCount,
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
              sortBy: (team) => team.createdAt,
              isMinor: true,
            },
          ]}
        />
      </PageBody>
      {isCreating && <CreateTeam onClose={() => setCreating(false)} />}
    </>
  )
}

function CreateTeam({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [isSending, setSending] = useState(false)
  const form = useForm({
    initialValues: {
      name: '',
      shortName: '',
      primaryTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      defaultInterfaceLanguage: 'en' as (typeof languages)[number],
      enumAppBrandId: '1',
    },
    validate: { name: (name) => (name.trim() === '' ? t('sysAdmin:teams.nameRequired') : null) },
  })
  return (
    <Drawer title={t('sysAdmin:teams.create')} onClose={onClose} isModal width={440}>
      <form
        noValidate
        onSubmit={form.onSubmit(async (values) => {
          setSending(true)
          try {
            const team = await call(api.sysAdmin.createTeam, {
              body: { ...values, enumAppBrandId: Number(values.enumAppBrandId) },
            })
            await refreshChanged(queryClient, api.sysAdmin.createTeam)
            await reloadSession()
            toast.success(t('sysAdmin:teams.created_toast', { name: team.name }))
            onClose()
          } catch (error) {
            const bad = fieldErrors(error)
            form.setErrors(Object.keys(bad).length > 0 ? bad : { name: errorText(error) })
          } finally {
            setSending(false)
          }
        })}
      >
        <FormStack>
          <TextInput
            label={t('sysAdmin:teams.name')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('sysAdmin:teams.shortName')}
            description={t('sysAdmin:teams.shortNameHelp')}
            {...form.getInputProps('shortName')}
          />
          <Select
            label={t('sysAdmin:teams.timezone')}
            searchable
            allowDeselect={false}
            data={Intl.supportedValuesOf('timeZone')}
            limit={50}
            {...form.getInputProps('primaryTimezone')}
          />
          <NativeSelect
            label={t('sysAdmin:teams.language')}
            data={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
            {...form.getInputProps('defaultInterfaceLanguage')}
          />
          <NativeSelect
            label={t('sysAdmin:teams.brand')}
            data={Object.values(brands).map((brand) => ({ value: String(brand.id), label: brand.name }))}
            {...form.getInputProps('enumAppBrandId')}
          />
          <FormActions>
            <Button type="submit" loading={isSending}>
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
