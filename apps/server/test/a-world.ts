/**
 * A team with test data: people with a field of every storage, a custom list, and places that people link to.
 */

import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import type { DataType } from '@muster/contract/fields/families'
import type { CollectionAccess } from '../src/engine/access/access.ts'
import type { Caller } from '../src/engine/access/caller.ts'
import { type PoolContext, treeContext } from '../src/engine/access/tree-context.ts'
import { addFields, type NewField } from '../src/engine/model/add-fields.ts'
import { changeModel } from '../src/engine/model/change-model.ts'
import type { TeamModel } from '../src/engine/model/model.ts'
import { createRecord } from '../src/engine/write/create.ts'
import { addCollection } from '../src/features/collections/collections.service.ts'
import { aTeam, type TestTeam } from './a-team.ts'
import type { TestDeps } from './test-deps.ts'

export interface TestWorld {
  team: TestTeam
  /** Ids of collections. */
  people: number
  /** Plain children of people; the second is a child of the first. */
  staff: number
  board: number
  /** Smart child of people: scores above 100. */
  winners: number
  places: number
  parties: number
  /** Ids of the records of the list and of places. */
  partyIds: number[]
  placeIds: number[]
  model(): Promise<TeamModel>
  /** Ids of a collection's fields by column name. */
  fieldIds(dataCollectionId: number): Promise<Record<string, number>>
  access(caller: Caller, dataCollectionId?: number): Promise<CollectionAccess>
  /** The context of a caller for a collection (default: people). */
  context(caller: Caller, dataCollectionId?: number): Promise<PoolContext>
}

export async function aWorld(deps: TestDeps, withSmart = true): Promise<TestWorld> {
  const team = await aTeam(deps, { primaryTimezone: 'America/New_York' })
  const ids = await changeModel(deps, team.teamId, async (change) => {
    const add = (name: string, more: object = {}) =>
      addCollection(change, createCollectionBody.parse({ name, pluralName: `${name}s`, ...more }))
    const parties = await add('Party', { IsUsedAsCustomList: true })
    const places = await add('Place')
    const people = await add('Person')
    await addFields(change, people, peopleFields(parties, places))
    const staff = await add('Staff', { idParentDataCollection: people })
    const board = await add('Board', { idParentDataCollection: staff })
    const membershipDataFilter = { field: 'score', op: 'gt', value: 100 }
    const winners = withSmart
      ? await add('Winner', { idParentDataCollection: people, isSmartCollection: true, membershipDataFilter })
      : 0
    return { parties, places, people, staff, board, winners }
  })
  const model = () => deps.models.get(team.teamId)
  const fieldIds = async (dataCollectionId: number) => {
    const { fields } = (await model()).collections.get(dataCollectionId)!
    return Object.fromEntries(fields.map(({ columnName, id }) => [columnName, id]))
  }
  const context = async (caller: Caller, id = ids.people) =>
    treeContext({ model: await model(), caller, executor: deps.pool }, id)
  const access = async (caller: Caller, id?: number) => (await context(caller, id)).access
  const createRecords = async (collection: number, names: readonly string[]) => {
    const recordIds: number[] = []
    for (const name of names) {
      const text = await createRecord(deps, await context(team.admin.teamUser, collection), {
        values: { name },
      })
      recordIds.push((JSON.parse(text) as { record: { id: number } }).record.id)
    }
    return recordIds
  }
  return {
    team,
    ...ids,
    partyIds: await createRecords(ids.parties, ['Greens', 'Blues', 'Écologistes']),
    placeIds: await createRecords(ids.places, ['Paris', 'Lima', 'Oslo', 'Rome']),
    model,
    fieldIds,
    access,
    context,
  }
}

function peopleFields(listId: number, dataCollectionId: number): NewField[] {
  const field = (columnName: string, dataType: DataType, more: Partial<NewField> = {}): NewField => ({
    title: columnName,
    columnName,
    dataType,
    ...more,
  })
  return [
    field('email', 'email_address', { isUnique: true }),
    field('number', 'code', { settings: { autoNumber: { prefix: 'P-', digits: 4 } }, isUnique: true }),
    field('notes', 'formatted_text'),
    field('phone', 'phone_number'),
    field('score', 'number', { defaultValue: 7 }),
    field('weight', 'decimal'),
    field('price', 'money'),
    field('is_member', 'boolean'),
    field('born', 'date'),
    field('seen_at', 'date_time'),
    field('term', 'date_range'),
    field('payment', 'payment_status'),
    field('party', 'single_selection_from_list', { settings: { listId } }),
    field('parties', 'multi_selection_from_list', { settings: { listId } }),
    field('home', 'single_data_record', { settings: { dataCollectionId } }),
    field('visited', 'multi_data_record', { settings: { dataCollectionId } }),
    field('topic', 'single_data_collection'),
    field('topics', 'multi_data_collection'),
    field('photo', 'single_image'),
    field('papers', 'multi_file'),
    field('film', 'video'),
    field('address', 'physical_address'),
    field('facts', 'detail_list'),
    field('item', 'financial_line_item'),
    field('items', 'financial_line_items'),
  ]
}
