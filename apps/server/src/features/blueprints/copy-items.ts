/** Copies the items of a list that the caller may read into another list, in any team. */

import type { QueryResult } from '@muster/contract/records/records.schema'
import {
  accessOf,
  allOn,
  bulk,
  type Deps,
  type RecordReader,
  systemFor,
  treeContext,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { itemReader } from './source.ts'

const batchSize = 1000

export async function copyItems(
  deps: Pick<Deps, 'pool' | 'models' | 'live' | 'jobs'>,
  reader: RecordReader,
  teamUser: TeamUser,
  from: { teamId: number; listId: number },
  toListId: number,
): Promise<void> {
  const itemsReader = itemReader(teamUser, from.teamId)
  if (!accessOf(await deps.models.get(from.teamId), itemsReader, from.listId)) return
  const model = await deps.models.get(teamUser.teamId)
  const caller = systemFor(teamUser.teamUserId, allOn(toListId))
  const context = treeContext({ model, caller, executor: deps.pool }, toListId)
  const columns = [...context.access.home.fieldsByColumn.keys()]
  let cursor: string | undefined
  do {
    const page = await reader.query(itemsReader, from.listId, {
      sort: [],
      limit: batchSize,
      count: 'none',
      deleted: false,
      ...(cursor === undefined ? {} : { cursor }),
    })
    const { items, nextCursor } = page.parsed() as QueryResult
    const create = items.map(({ values }) => ({
      values: Object.fromEntries(
        columns.filter((column) => column in values).map((column) => [column, values[column]]),
      ),
    }))
    if (create.length > 0) await bulk(deps, context, { create, update: [], skipBad: true })
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
