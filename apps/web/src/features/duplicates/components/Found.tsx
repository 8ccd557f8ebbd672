/** The results of a search: the list of groups, and the group that is compared. */
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DuplicateScan } from '@muster/contract/duplicates/duplicates.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useOperations } from '../../operations/public.ts'
import { useGroups } from '../use-groups.ts'
import classes from './Duplicates.module.css'
import { GroupCompare } from './GroupCompare.tsx'
import { GroupList } from './GroupList.tsx'

export function Found({
  teamId,
  collection,
  scan,
  group: chosen,
  onGroup,
  onChanged,
  onAgain,
}: {
  teamId: number
  collection: DataCollection
  scan: DuplicateScan
  /** The group in the address. */
  group: number | null
  onGroup(n: number | null): void
  onChanged(scan: DuplicateScan | null): Promise<unknown>
  onAgain(): void
}) {
  const { t } = useTranslation(['duplicates', 'common'])
  const errorText = useErrorText()
  const isPhone = useMediaQuery('(max-width: 720px)', window.innerWidth <= 720)
  const { recordOperation } = useOperations(teamId)
  const [visible, setVisible] = useState<readonly [number, number]>([0, 20])
  const groups = useGroups(teamId, scan.id, ...visible)
  if (groups.error) return <ErrorState error={groups.error} onRetry={groups.retry} />
  if (groups.total === null) return <TableSkeleton />
  if (groups.total === 0) {
    return (
      <EmptyState
        glyph="check"
        title={t(scan.groupCount === 0 ? 'duplicates:noneFound' : 'duplicates:noneLeft')}
        action={
          <Button variant="default" onClick={onAgain}>
            {t('duplicates:again')}
          </Button>
        }
      />
    )
  }
  const inView = Array.from({ length: visible[1] - visible[0] + 1 }, (_, n) => groups.at(visible[0] + n))
  const found = inView.find((one) => one?.n === chosen)
  // On a phone the list comes first; elsewhere there is room for both.
  const selected = found ?? (isPhone ? undefined : inView.find((one) => one !== undefined))

  const goOn = async () => {
    const place = inView.findIndex((one) => one?.n === selected?.n)
    const next = inView[place + 1] ?? inView[place - 1]
    onGroup(isPhone ? null : (next?.n ?? null))
  }
  const dismiss = async (n: number, isDismissed: boolean) => {
    try {
      const params = { teamId, scanId: scan.id, n }
      await onChanged(await call(api.duplicates.dismiss, { params, body: { isDismissed } }))
      if (!isDismissed) return onGroup(n)
      await goOn()
      toast.undo(t('duplicates:dismissed'), () => dismiss(n, false))
    } catch (error) {
      toast.error(errorText(error))
    }
  }

  const list = (
    <GroupList
      total={groups.total}
      at={groups.at}
      selected={selected?.n ?? null}
      onSelect={({ n }) => onGroup(n)}
      onVisible={(first, last) => setVisible([first, last])}
    />
  )
  const compare = selected && (
    <GroupCompare
      key={selected.n}
      teamId={teamId}
      collection={collection}
      recordIds={selected.recordIds}
      onMerged={(operation, count) => {
        recordOperation(operation, t('duplicates:merged', { count }))
        void onChanged(null).then(goOn)
      }}
      tools={
        <>
          <Button variant="default" onClick={() => void dismiss(selected.n, true)}>
            {t('duplicates:notDuplicates')}
          </Button>
          {isPhone && (
            <Button variant="subtle" leftSection={<Glyph name="arrowLeft" />} onClick={() => onGroup(null)}>
              {t('duplicates:backToList')}
            </Button>
          )}
        </>
      }
    />
  )
  if (isPhone)
    return <div className={classes.panes}>{compare ?? <div className={classes.pane}>{list}</div>}</div>
  return (
    <div className={classes.panes}>
      <div className={classes.pane}>{list}</div>
      <div className={classes.pane}>{compare}</div>
    </div>
  )
}
