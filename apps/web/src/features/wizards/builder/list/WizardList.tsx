/** /team-{id}/admin/data-wizards: the team's wizards with their runs. */
import { Button } from '@mantine/core'
import type { ListedWizard } from '@muster/contract/wizards/wizards.schema'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/use-format.ts'
import type { MenuItem } from '../../../../ui/ActionMenu.tsx'
import { DataTable, type DataTableColumn } from '../../../../ui/DataTable.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import { PageHeader } from '../../../../ui/PageHeader.tsx'
import shared from '../../../../ui/shared.module.css'
import { Tag } from '../../../../ui/Tag.tsx'
import { useTeamId } from '../../../teams/public.ts'
import { useWizardsAdmin } from '../use-wizards-admin.ts'
import { VersionTag } from '../VersionTag.tsx'
import { NewWizard } from './NewWizard.tsx'

export function WizardList() {
  const { t } = useTranslation(['wizards', 'common'])
  const format = useFormat()
  const teamId = useTeamId()
  const navigate = useNavigate()
  const admin = useWizardsAdmin(teamId)
  const { data, error, isPending, refetch } = useApi(api.wizards.list, { params: { teamId } })
  const [isCreating, setCreating] = useState(false)
  const urlOf = (id: number, tab: string) => `/team-${teamId}/admin/data-wizards/${id}/${tab}`

  const duplicate = async (wizard: ListedWizard) => {
    const copy = await admin.duplicate(wizard)
    if (copy) void navigate({ to: urlOf(copy.id, 'details') })
  }
  const menuOf = (wizard: ListedWizard): MenuItem[] => [
    { label: t('wizards:list.steps'), glyph: 'board', url: urlOf(wizard.id, 'steps') },
    { label: t('wizards:list.runs'), glyph: 'history', url: urlOf(wizard.id, 'runs') },
    ...(wizard.liveVersion === null && wizard.problemCount > 0
      ? []
      : [
          {
            label: t('wizards:list.open'),
            glyph: 'external' as const,
            url: `/team-${teamId}/wizards/${wizard.id}`,
          },
        ]),
    { label: t('wizards:list.duplicate'), glyph: 'copy', action: () => void duplicate(wizard) },
    {
      label: t('wizards:delete.wizard'),
      glyph: 'trash',
      isSeparated: true,
      action: () => void admin.remove(wizard),
    },
  ]
  const countColumn = (key: 'waiting' | 'done' | 'failed'): DataTableColumn<ListedWizard> => ({
    key,
    title: t(`wizards:list.${key}`),
    align: 'right',
    width: 90,
    isMinor: true,
    render: ({ runs }) => (runs[key] === 0 ? '' : format.number(runs[key])),
    sortBy: ({ runs }) => runs[key],
  })
  const columns: DataTableColumn<ListedWizard>[] = [
    {
      key: 'name',
      title: t('common:name'),
      render: ({ name, icon }) => (
        <span className={shared.named}>
          <Icon name={icon} />
          {name}
        </span>
      ),
      sortBy: ({ name }) => name,
    },
    {
      key: 'state',
      title: t('wizards:list.state'),
      render: ({ liveVersion, isOpen, problemCount }) => (
        <span className={shared.chips}>
          <VersionTag liveVersion={liveVersion} isOpen={isOpen} hasProblems={problemCount > 0} />
          {problemCount > 0 && (
            <Tag color="orange">
              {t('wizards:list.problems', { count: problemCount, number: format.number(problemCount) })}
            </Tag>
          )}
        </span>
      ),
    },
    {
      key: 'public',
      title: t('wizards:list.public'),
      width: 90,
      isMinor: true,
      render: ({ isPublic }) => (isPublic ? t('common:yes') : ''),
    },
    {
      key: 'steps',
      title: t('wizards:list.steps'),
      align: 'right',
      width: 80,
      isMinor: true,
      render: ({ stepCount }) => format.number(stepCount),
      sortBy: ({ stepCount }) => stepCount,
    },
    countColumn('waiting'),
    countColumn('done'),
    countColumn('failed'),
    {
      key: 'last',
      title: t('wizards:list.lastRun'),
      width: 160,
      isMinor: true,
      render: ({ lastRunAt }) =>
        lastRunAt === null ? (
          ''
        ) : (
          <time dateTime={lastRunAt} title={format.fullDateTime(lastRunAt)}>
            {format.dateTime(lastRunAt)}
          </time>
        ),
      sortBy: ({ lastRunAt }) => lastRunAt,
    },
  ]
  const create = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setCreating(true)}>
      {t('wizards:list.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('wizards:title')} glyph="wizard" action={create} />
      <PageBody isWide>
        <DataTable
          label={t('wizards:title')}
          rows={data?.items}
          rowKey={({ id }) => id}
          rowUrl={({ id }) => urlOf(id, 'details')}
          rowMenu={menuOf}
          menuLabel={({ name }) => t('wizards:list.actions', { name })}
          columns={columns}
          isLoading={isPending}
          error={error}
          errorTitle={t('wizards:failed.getWizards')}
          onRetry={refetch}
          initialSort={{ key: 'name' }}
          empty={
            <EmptyState
              glyph="wizard"
              title={t('wizards:list.none')}
              text={t('wizards:list.noneText')}
              action={create}
            />
          }
        />
      </PageBody>
      {isCreating && (
        <NewWizard
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate({ to: urlOf(id, 'steps') })}
        />
      )}
    </>
  )
}
