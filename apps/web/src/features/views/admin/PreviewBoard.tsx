/** A read-only preview of a board: its columns and cards. */

import type { Filter } from '@muster/contract/filters/ast'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { boardReads } from '../displays/kanban/board-reads.ts'
import { KanbanDisplay } from '../displays/kanban/lazy.ts'

type BoardProps = Omit<ComponentProps<typeof KanbanDisplay>, 'board'>

export function PreviewBoard({
  teamId,
  dataCollectionId,
  filter,
  search,
  ...props
}: BoardProps & { teamId: number; dataCollectionId: number; filter: Filter | null; search: string }) {
  const { t } = useTranslation(['dataTypes', 'common'])
  const queryClient = useQueryClient()
  const [folded, onFolded] = useState<readonly string[]>([])
  const { groupField: field } = props.display
  const { collections } = props.context
  const { key } = props.source
  // The key has everything that the records depend on.
  const about = JSON.stringify([key, field?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const reads = useMemo(
    () => field && boardReads({ teamId, dataCollectionId, field, filter, search, collections, t }),
    [about, collections, t],
  )
  if (!field || !reads) return null
  const board = {
    field,
    ...reads,
    move: null,
    add: null,
    folded,
    onFolded,
    refresh: () => queryClient.invalidateQueries({ queryKey: key }),
  }
  return (
    <Suspense fallback={<TableSkeleton />}>
      <KanbanDisplay {...props} board={board} />
    </Suspense>
  )
}
