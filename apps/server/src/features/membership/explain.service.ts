/**
 * Explains why a record belongs to a collection of its tree, or why not. The contract's evaluator decides
 * conditions on the whole record; SQL decides only those on linked records, and permissions with row rules.
 */

import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { evaluate } from '@muster/contract/filters/evaluate'
import { explain } from '@muster/contract/filters/explain'
import { resolveFilter } from '@muster/contract/filters/variables'
import type {
  explainMembershipBody,
  MembershipExplanation,
} from '@muster/contract/membership/membership.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import type { z } from 'zod'
import { checkMembershipFilter } from '../../engine/public.design.ts'
import {
  type CollectionModel,
  canDesign,
  type Deps,
  everything,
  homeContext,
  recordDetail,
  type TeamModel,
  type TreeContext,
  treeContext,
} from '../../engine/public.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { conditionResults } from './condition-results.ts'
import { lastChange } from './last-change.ts'

type ExplainRequest = z.output<typeof explainMembershipBody>

/**
 * @throws AppError not_found (the record, the collection, or a record of another tree), access_denied for an
 * unsaved filter of a caller who does not design collections, filter_invalid
 */
export async function explainMembership(
  deps: Pick<Deps, 'pool' | 'models'>,
  caller: TeamUser,
  recordId: number,
  request: ExplainRequest,
): Promise<MembershipExplanation> {
  const model = await deps.models.get(caller.teamId)
  const context = treeContext({ model, caller, executor: deps.pool }, request.dataCollectionId)
  const { collection, home } = context.access
  const [record, whole] = await Promise.all([
    readRecord(context, recordId),
    readRecord(homeContext({ ...context, caller: everything }, home.id), recordId),
  ])
  const isIn = (id: number) => whole.dataCollectionIds.includes(id)
  const unsaved = unsavedFilter(context, request)
  const filter = unsaved ?? (collection.isSmartCollection ? collection.membershipDataFilter : null)
  const parent = unsaved ? collection : parentOf(model, collection)
  const explained = filter && (await explainFilter(context, whole, filter))
  const kind = filter ? 'smart' : collection.id === home.id ? 'root' : 'plain'
  return {
    dataCollectionId: collection.id,
    kind,
    isMember: unsaved && explained ? and(isIn(collection.id), explained.holds) : isIn(collection.id),
    isInTrash: record.deletedAt !== null,
    parent:
      parent && parent.id !== home.id ? { dataCollectionId: parent.id, isMember: isIn(parent.id) } : null,
    filter: explained,
    change: kind === 'plain' ? await lastChange(context, recordId) : null,
    record,
  }
}

const and = (one: boolean, other: boolean | null): boolean | null => (one ? other : false)

async function readRecord(context: TreeContext, recordId: number): Promise<RecordDetail> {
  const text = await recordDetail(context, recordId)
  if (text === null) throw new AppError('not_found')
  return JSON.parse(text) as RecordDetail
}

function parentOf(model: TeamModel, { parentId }: CollectionModel): CollectionModel | null {
  return parentId === null ? null : (model.collections.get(parentId) ?? null)
}

function unsavedFilter(
  { model, caller, access }: TreeContext,
  { membershipDataFilter }: ExplainRequest,
): Filter | null {
  if (!membershipDataFilter) return null
  if (!canDesign(caller)) throw new AppError('access_denied')
  return checkMembershipFilter(model, access.home, null, membershipDataFilter)
}

async function explainFilter(tree: TreeContext, whole: RecordDetail, filter: Filter) {
  const now = new Date()
  const resultOf = await conditionResults(tree, whole.id, filter, now)
  const context = { fields: tree.access.home.fields, now, timeZone: tree.model.timeZone }
  return explain(filter, (condition) => {
    const result = resultOf(condition)
    if (result !== 'evaluate') return result
    return evaluate(resolveFilter(condition, {}), whole, context)
  })
}
