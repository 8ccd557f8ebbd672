/** Adds records to a card's list and removes them, whichever end stores the link. */

import type { LinkChange } from '@muster/contract/cards/cards.schema'
import { AppError } from '@muster/contract/errors'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { isLinks, rowsToSql, storageOf, tableOf } from '../../engine/public.sql.ts'
import { bulk, type Deps, homeContext, scopeOf, type TreeContext, treeContext } from '../../engine/public.ts'
import { ident, rows, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { cardOf } from './cards.service.ts'
import { definitionOf, type LinkSource, linkSourceOf, shownCard } from './shown.ts'

/** Retries for concurrent changes of the same links. */
const maxTries = 4

/** @throws AppError not_found, validation_failed, access_denied, version_conflict */
export async function changeLinks(
  deps: Deps,
  teamUser: TeamUser,
  cardId: number,
  change: LinkChange,
): Promise<{ operation: OperationRef | null }> {
  const model = await deps.models.get(teamUser.teamId)
  const definition = definitionOf(cardOf(model, cardId))
  const source = linkSourceOf(model, definition)
  if (!source || !shownCard(model, teamUser, definition)) throw new AppError('not_found')
  const team = { model, caller: teamUser, executor: deps.pool }
  const own = homeContext(team, definition.dataCollectionId)
  if ((await readLinks(own, [change.dataRecordId], null)).length === 0) throw new AppError('not_found')
  const owners = treeContext(team, source.field.dataCollectionId)
  for (let tries = 1; ; tries++) {
    const update = await updatesFor(owners, source, change)
    if (update.length === 0) return { operation: null }
    try {
      const { operation } = await bulk(deps, owners, { create: [], update, skipBad: false })
      return { operation }
    } catch (error) {
      const isStale = error instanceof AppError && error.code === 'version_conflict'
      if (!isStale || tries === maxTries) throw error
    }
  }
}

interface Stored {
  id: number
  version: number
  value: number | number[] | null
}

/** New values for the records that store the links; skips those that already have them. */
async function updatesFor(
  context: TreeContext,
  { field, isReverse }: LinkSource,
  { dataRecordId, add, remove }: LinkChange,
) {
  const ownerIds = isReverse ? [...new Set([...add, ...remove])] : [dataRecordId]
  const stored = await readLinks(context, ownerIds, field.columnName)
  if (stored.length < ownerIds.length) throw new AppError('not_found')
  return stored.flatMap((owner) => {
    const isAdded = (id: number) => (isReverse ? add.includes(owner.id) : add.includes(id))
    const wanted = isReverse ? [dataRecordId] : add
    const unwanted = isReverse ? (remove.includes(owner.id) ? [dataRecordId] : []) : remove
    const value = isLinks(field)
      ? changedList(owner.value, wanted.filter(isAdded), unwanted)
      : changedOne(owner.value, wanted.filter(isAdded), unwanted)
    if (JSON.stringify(value) === JSON.stringify(owner.value)) return []
    return [{ id: owner.id, version: owner.version, values: { [field.columnName]: value } }]
  })
}

function changedList(value: Stored['value'], add: readonly number[], remove: readonly number[]) {
  const before = Array.isArray(value) ? value : []
  const kept = before.filter((id) => !remove.includes(id))
  const after = [...kept, ...add.filter((id) => !kept.includes(id))]
  return after.length > 0 ? after : null
}

function changedOne(value: Stored['value'], add: readonly number[], remove: readonly number[]) {
  const [first] = add
  if (first !== undefined) return first
  return typeof value === 'number' && remove.includes(value) ? null : value
}

/** Records the caller may see, with the value of a link field. */
async function readLinks(
  context: TreeContext,
  ids: readonly number[],
  column: string | null,
): Promise<Stored[]> {
  const { access, executor } = context
  const scope = scopeOf(context)
  const field = column === null ? undefined : access.fields.get(column)
  if (column !== null && !field) throw new AppError('not_found')
  const t = ident(scope.alias)
  const r = ident(scope.recordAlias)
  const value = field ? sql`to_json(${storageOf(field.field).read(field.field, scope)})` : sql`null::json`
  const isReadable = field ? rowsToSql(field.read, scope) : sql`true`
  return rows<Stored>(
    executor,
    sql`select ${r}.id, ${r}.version, ${value} as value
        from ${tableOf(scope)} ${t} join ${ident(scope.schema, 'data_record')} ${r} on ${r}.id = ${t}.record_id
        where ${t}.record_id = any(${ids}::bigint[]) and ${rowsToSql(access.visible, scope)} and ${isReadable}`,
  )
}
