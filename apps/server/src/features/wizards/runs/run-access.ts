/**
 * Access of a run: that of its person, or, where the wizard's own rights count, the fields that its tasks name, on the
 * records that the run holds. Nothing here reads or writes as a caller with access to everything.
 */
import type { Filter } from '@muster/contract/filters/ast'
import type { Need } from '@muster/contract/wizards/tasks/definition'
import {
  type Caller,
  type CollectionModel,
  collectionOf,
  homeOf,
  type NamedCaller,
  type NamedGrant,
  namedAccess,
  type TeamModel,
  targetOf,
} from '../../../engine/public.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import type { RunRow } from './runs.repo.ts'

/** What a run's access depends on. */
interface RunFacts {
  row: Pick<RunRow, 'id' | 'keyHash' | 'teamUserId'>
  model: TeamModel
  teamUser: TeamUser | null
  runsAsPerson: boolean
  idsOf(name: string): number[]
}

/** The person's own rights. */
export function ownCaller({ teamUser }: RunFacts): Caller {
  if (!teamUser) throw new Error('A run without a person has no rights of its own')
  return teamUser
}

/** A longer list is granted as the range of its ids; a task only reaches the records in its variable anyway. */
const mostGranted = 100

export function callerOfNeeds(run: RunFacts, needs: readonly Need[]): NamedCaller {
  const { row } = run
  return {
    kind: row.keyHash === null ? 'wizard_run' : 'visitor',
    id: row.id,
    teamUserId: row.teamUserId ?? 0,
    access: namedAccess(needs.flatMap((need) => grantsOf(run, need))),
  }
}

function grantsOf(run: RunFacts, need: Need): NamedGrant[] {
  const { model } = run
  const collection = model.collections.get(need.dataCollectionId)
  if (!collection || collection.deletedAt) return []
  const rows = rowsOf(run, need)
  const field = need.dataFieldId === undefined ? undefined : model.fields.get(need.dataFieldId)
  if (need.dataFieldId !== undefined && !field) return []
  const on = {
    ...(field ? { dataFieldId: field.id } : { dataCollectionId: homeOf(model, collection).id }),
    ...(rows ? { rows } : {}),
  }
  const target = field ? targetOf(field) : null
  return [
    { permission: need.permission, ...on },
    // What is written must be visible to the statement that writes it.
    ...(need.permission === 'read_data_field_data'
      ? []
      : [{ permission: 'read_data_field_data' as const, ...on }]),
    ...(target === null ? [] : nameOf(model, model.collections.get(target))),
  ]
}

/** The name of the records that a field lets people choose from. */
export function nameOf(model: TeamModel, collection: CollectionModel | undefined): NamedGrant[] {
  if (!collection || collection.deletedAt) return []
  const { nameFieldId, id } = homeOf(model, collection)
  return nameFieldId === null
    ? [{ permission: 'read_data_field_data', dataCollectionId: id }]
    : [{ permission: 'read_data_field_data', dataFieldId: nameFieldId }]
}

function rowsOf(run: RunFacts, { on }: Need): Filter | undefined {
  if (typeof on === 'string') return undefined
  const ids = run.idsOf(on.variable.split('.')[0]!)
  if (ids.length > mostGranted)
    return { field: '@id', op: 'between', value: [Math.min(...ids), Math.max(...ids)] }
  // Without records nothing is granted.
  return { or: ids.map((id) => ({ field: '@id', op: 'is', value: id })) }
}

/** A caller that may read these fields of a collection, and its records' names. */
export function readerOf(run: RunFacts, dataCollectionId: number, fieldIds: readonly number[]): Caller {
  if (run.runsAsPerson) return ownCaller(run)
  const collection = collectionOf(run.model, dataCollectionId)
  const caller = callerOfNeeds(
    run,
    fieldIds.map((dataFieldId) => ({
      dataCollectionId,
      dataFieldId,
      permission: 'read_data_field_data',
      on: 'found',
    })),
  )
  return {
    ...caller,
    access: namedAccess([
      ...nameOf(run.model, collection),
      ...fieldIds.map((dataFieldId) => ({ permission: 'read_data_field_data' as const, dataFieldId })),
      ...fieldIds.flatMap((id) => {
        const field = run.model.fields.get(id)
        const target = field ? targetOf(field) : null
        return target === null ? [] : nameOf(run.model, run.model.collections.get(target))
      }),
    ]),
  }
}
