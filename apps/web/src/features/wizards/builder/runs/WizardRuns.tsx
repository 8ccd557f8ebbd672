/** …/data-wizards/{id}/runs: who ran a wizard, how far they came, and what became of it. */
import { NativeSelect } from '@mantine/core'
import type { ListedRun } from '@muster/contract/wizards/runs.schema'
import { mayHappen, type WizardRunState, wizardRunStates } from '@muster/contract/wizards/wizards.machine'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/use-format.ts'
import type { MenuItem } from '../../../../ui/ActionMenu.tsx'
import { DataTable, type DataTableColumn } from '../../../../ui/DataTable.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import styles from '../../../../ui/shared.module.css'
import { Tag } from '../../../../ui/Tag.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { DropOff } from './DropOff.tsx'
import { RunDrawer } from './RunDrawer.tsx'
import { StateTag } from './StateTag.tsx'
import { useRunActs } from './use-run-acts.ts'

export function WizardRuns() {
  const { t } = useTranslation('wizards')
  const format = useFormat()
  const { teamId, wizard } = useWizardPage()
  const acts = useRunActs(teamId)
  const [state, setState] = useState<WizardRunState | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const params = { teamId, dataWizardId: wizard.id }
  const runs = useInfiniteQuery({
    queryKey: [...queryKeyOf(api.wizardRuns.list, { params }), 'pages', state],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.wizardRuns.list,
        {
          params,
          query: { ...(state ? { state } : {}), ...(pageParam === null ? {} : { before: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
  const rows = runs.data?.pages.flatMap(({ items }) => items)
  const dropOff = runs.data?.pages[0]?.dropOff ?? []
  const stepOf = ({ wizardStepId }: ListedRun) =>
    wizard.steps.find(({ id }) => id === wizardStepId)?.title ?? ''
  const byOf = ({ by }: ListedRun) => by ?? t('runs.visitor')
  const menuOf = (run: ListedRun): MenuItem[] => [
    { label: t('runs.open'), glyph: 'eye', action: () => setOpenId(run.id) },
    ...(mayHappen(run.state, 'retry')
      ? [{ label: t('runs.retry'), glyph: 'refresh' as const, action: () => void acts.retry(run) }]
      : []),
    ...(mayHappen(run.state, 'rollBack') && run.operationId !== null
      ? [
          {
            label: t('runs.rollBack'),
            glyph: 'undo' as const,
            isSeparated: true,
            action: () => void acts.rollBack(run),
          },
        ]
      : []),
  ]
  const columns: DataTableColumn<ListedRun>[] = [
    {
      key: 'who',
      title: t('runs.who'),
      render: (run) => (
        <button type="button" className={styles.link} onClick={() => setOpenId(run.id)}>
          {byOf(run)}
        </button>
      ),
    },
    {
      key: 'state',
      title: t('runs.stateTitle'),
      render: (run) => (
        <span className={styles.chips}>
          <StateTag state={run.state} />
          {run.isDry && <Tag>{t('runs.dry')}</Tag>}
        </span>
      ),
    },
    {
      key: 'started',
      title: t('runs.started'),
      isMinor: true,
      render: ({ startedAt }) => (
        <time dateTime={startedAt} title={format.fullDateTime(startedAt)}>
          {format.dateTime(startedAt)}
        </time>
      ),
    },
    { key: 'step', title: t('runs.step'), isMinor: true, render: stepOf },
    {
      key: 'records',
      title: t('runs.records'),
      align: 'right',
      isMinor: true,
      render: ({ recordCount }) => (recordCount === 0 ? '' : format.number(recordCount)),
    },
    {
      key: 'version',
      title: t('runs.version'),
      align: 'right',
      isMinor: true,
      render: ({ versionNumber }) => format.number(versionNumber),
    },
  ]
  return (
    <PageBody isWide>
      <div className={styles.stack16}>
        <DropOff steps={wizard.steps} reached={dropOff} />
        <NativeSelect
          label={t('runs.stateTitle')}
          w={220}
          value={state ?? ''}
          data={[
            { value: '', label: t('runs.all') },
            ...wizardRunStates.map((value) => ({ value, label: t(`runs.state.${value}`) })),
          ]}
          onChange={(event) =>
            setState(wizardRunStates.find((one) => one === event.currentTarget.value) ?? null)
          }
        />
        <DataTable
          label={t('tab.runs')}
          rows={rows}
          rowKey={({ id }) => id}
          rowMenu={menuOf}
          menuLabel={(run) => t('runs.actions', { name: byOf(run) })}
          columns={columns}
          isLoading={runs.isPending}
          error={runs.error}
          errorTitle={t('failed.getRuns')}
          onRetry={runs.refetch}
          onMore={runs.hasNextPage ? runs.fetchNextPage : undefined}
          isLoadingMore={runs.isFetchingNextPage}
          empty={
            <EmptyState
              glyph="history"
              title={state === null ? t('runs.none') : t('runs.noneInState')}
              text={state === null ? t('runs.noneText') : undefined}
            />
          }
        />
      </div>
      {openId !== null && <RunDrawer wizardRunId={openId} onClose={() => setOpenId(null)} />}
    </PageBody>
  )
}
