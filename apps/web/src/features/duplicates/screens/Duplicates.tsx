/**
 * Duplicates of a collection: criteria, search, results. Search and group are in the address, so that people can leave
 * and come back.
 */

import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { confirm } from '../../../ui/confirm.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { fieldTitle, useCollection } from '../../fields/public.ts'
import { useOperations, useUndoKeys } from '../../operations/public.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from '../components/Duplicates.module.css'
import { Found } from '../components/Found.tsx'
import { MergeBanner } from '../components/MergeBanner.tsx'
import { ScanStart } from '../components/ScanStart.tsx'
import { WorkProgress } from '../components/WorkProgress.tsx'
import { useScan } from '../use-scan.ts'

type Search = { scan?: number; group?: number }

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export function Duplicates() {
  // Loads the texts of all its parts: one that loaded its own later would suspend the whole screen.
  const { t } = useTranslation(['duplicates', 'common', 'fields', 'dataTypes', 'errors', 'records'])
  const teamId = useTeamId()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const collection = useCollection(teamId, dataCollectionId)
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const scanId = numberOf(search.scan)
  const navigate = useNavigate()
  useUndoKeys(teamId)
  const go = (next: Search, replace = false) => void navigate({ to: '.', search: next as never, replace })
  if (!collection) return <TableSkeleton />
  if (scanId === undefined) {
    return (
      <>
        <PageHeader title={t('duplicates:title', { name: collection.pluralName })} icon={collection.icon} />
        <PageBody>
          <ScanStart teamId={teamId} collection={collection} onStarted={(scan) => go({ scan })} />
        </PageBody>
      </>
    )
  }
  return (
    <OneScan
      key={scanId}
      teamId={teamId}
      collection={collection}
      scanId={scanId}
      group={numberOf(search.group) ?? null}
      go={go}
    />
  )
}

function OneScan({
  teamId,
  collection,
  scanId,
  group,
  go,
}: {
  teamId: number
  collection: DataCollection
  scanId: number
  group: number | null
  go(next: Search, replace?: boolean): void
}) {
  const { t } = useTranslation(['duplicates', 'common', 'errors'])
  const errorText = useErrorText()
  const format = useFormat()
  const { undoOne } = useOperations(teamId)
  const { query, accept } = useScan(teamId, scanId)
  const scan = query.data
  const again = () => go({})
  const params = { teamId, scanId }
  const run = async (work: () => ReturnType<typeof call<typeof api.duplicates.get>>) => {
    try {
      await accept(await work())
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const cancel = () => run(() => call(api.duplicates.cancel, { params }))
  /** "City (3), Email (1)": what keeps the others from being merged unseen. */
  const differing = (scan?.openDiffers ?? [])
    .flatMap(({ field, groups }) => {
      const found = collection.DataFields.find(({ columnName }) => columnName === field)
      return found ? [`${fieldTitle(found, currentLanguage())} (${format.number(groups)})`] : []
    })
    .join(', ')
  const mergeMany = async (groups: 'all' | 'certain', count: number) => {
    const left = scan ? scan.openCount - scan.openAgreeingCount : 0
    const isSure = await confirm({
      title: t(groups === 'certain' ? 'duplicates:mergeMany' : 'duplicates:mergeAll', {
        count,
        groups: format.number(count),
      }),
      text: [
        t('duplicates:mergeManyText'),
        ...(left > 0
          ? [t('duplicates:leftOut', { count: left, groups: format.number(left), fields: differing })]
          : []),
      ].join(' '),
      confirmLabel: t('duplicates:mergeNow'),
    })
    if (isSure) await run(() => call(api.duplicates.mergeMany, { params, body: { groups } }))
  }
  const isDone = scan?.status === 'done'
  const certain = isDone ? scan.openCertainCount : 0
  const isMerging = isUnderWay(scan?.merge?.status)
  // The title needs the space.
  const isPhone = useMediaQuery('(max-width: 720px)', window.innerWidth <= 720)
  return (
    <div className={classes.screen}>
      <PageHeader
        title={t('duplicates:title', { name: collection.pluralName })}
        icon={collection.icon}
        aside={
          isDone && scan.groupCount > 0 && !isPhone ? (
            <span className={styles.note} role="status">
              {t('duplicates:found', { count: scan.openCount, groups: format.number(scan.openCount) })}
            </span>
          ) : undefined
        }
        action={
          certain > 0 && !isPhone ? (
            <Button disabled={isMerging} onClick={() => void mergeMany('certain', certain)}>
              {t('duplicates:mergeMany', { count: certain, groups: format.number(certain) })}
            </Button>
          ) : undefined
        }
        menuItems={[
          ...(isPhone && certain > 0 && !isMerging
            ? [
                {
                  label: t('duplicates:mergeMany', { count: certain, groups: format.number(certain) }),
                  glyph: 'check' as const,
                  action: () => mergeMany('certain', certain),
                },
              ]
            : []),
          ...(isDone && scan.openAgreeingCount > certain && !isMerging
            ? [
                {
                  label: t('duplicates:mergeAll', {
                    count: scan.openAgreeingCount,
                    groups: format.number(scan.openAgreeingCount),
                  }),
                  glyph: 'check' as const,
                  action: () => mergeMany('all', scan.openAgreeingCount),
                },
              ]
            : []),
          { label: t('duplicates:again'), glyph: 'refresh' as const, action: again },
        ]}
      />
      {scan?.merge && (
        <MergeBanner
          merge={scan.merge}
          onCancel={() => void cancel()}
          onUndo={(operationId) => void undoOne(operationId).then(() => accept(null))}
        />
      )}
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : !scan ? (
        <TableSkeleton />
      ) : isUnderWay(scan.status) ? (
        <PageBody>
          <WorkProgress
            label={t('duplicates:searching')}
            processed={scan.processed}
            total={scan.total}
            onCancel={() => void cancel()}
          />
        </PageBody>
      ) : isDone ? (
        <Found
          teamId={teamId}
          collection={collection}
          scan={scan}
          group={group}
          onGroup={(n) => go({ scan: scanId, ...(n === null ? {} : { group: n }) }, true)}
          onChanged={accept}
          onAgain={again}
        />
      ) : (
        <EmptyState
          glyph={scan.status === 'failed' ? 'warning' : 'table'}
          title={t(`duplicates:status.${scan.status}`)}
          text={
            scan.error
              ? t(`errors:${scan.error}` as 'errors:generic', { defaultValue: t('errors:generic') })
              : undefined
          }
          action={
            <Button variant="default" onClick={again}>
              {t('duplicates:again')}
            </Button>
          }
        />
      )}
    </div>
  )
}
