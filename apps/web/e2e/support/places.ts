/** District offices with their states and places, and legislators with their birthdays, in a team of a test's own. */
import fs from 'node:fs'
import path from 'node:path'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { recordsApi } from '@muster/contract/records/records.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { CreateView, DataView as SavedView } from '@muster/contract/views/views.schema'
import type { ApiClient } from './api.ts'
import { readCsv } from './csv.ts'

const samples = path.resolve(import.meta.dirname, '../../../server/samples/data')

function table(name: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(fs.readFileSync(path.join(samples, `${name}.csv`), 'utf8'))
  return rows.map((row) => Object.fromEntries(head.map((column, at) => [column, row[at] ?? ''])))
}

export interface Office {
  name: string
  state: string
  lat: number | null
  lng: number | null
}

/** All 1,312 of them; 20 have no place. */
export const allOffices: readonly Office[] = table('legislators-district-offices').map((row) => {
  const [lat, lng] = [Number(row.latitude), Number(row.longitude)]
  const hasPlace = row.latitude && row.longitude && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
  return {
    name: [row.city, row.state].filter(Boolean).join(', '),
    state: row.state ?? '',
    // One latitude in the source table has a digit too many.
    lat: hasPlace ? Number(lat.toFixed(7)) : null,
    lng: hasPlace ? Number(lng.toFixed(7)) : null,
  }
})

export interface Person {
  name: string
  birthday: string
}

/** The earliest historical ones, born from 1721 on. */
export const somePeople: readonly Person[] = table('legislators-historical')
  .filter((row) => row.birthday)
  .slice(0, 400)
  .map((row) => ({ name: [row.first_name, row.last_name].join(' '), birthday: row.birthday ?? '' }))

interface Made {
  collection: DataCollection
  field(columnName: string): DataField
}

async function collectionOf(
  api: ApiClient,
  teamId: number,
  names: [one: string, many: string],
  fields: { title: string; dataType: DataField['dataType']; settings?: Record<string, unknown> }[],
): Promise<Made> {
  const collection = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: names[0], pluralName: names[1], isShownInSidebar: false },
  })
  const made = [...collection.DataFields]
  for (const field of fields) {
    const params = { teamId, dataCollectionId: collection.id }
    made.push(await api.call(collectionsApi.createField, { params, body: field }))
  }
  return {
    collection,
    field(columnName) {
      const found = made.find((one) => one.columnName === columnName)
      if (!found) throw new Error(`No field ${columnName}`)
      return found
    },
  }
}

export async function makeOffices(
  api: ApiClient,
  teamId: number,
  offices: readonly Office[] = allOffices,
): Promise<Made> {
  const list = await api.call(collectionsApi.create, {
    params: { teamId },
    body: { name: 'State', pluralName: 'States', IsUsedAsCustomList: true },
  })
  const states = [...new Set(offices.map(({ state }) => state))].sort()
  const items = await api.call(recordsApi.bulk, {
    params: { teamId, dataCollectionId: list.id },
    body: { create: states.map((name) => ({ values: { name } })) },
  })
  const made = await collectionOf(
    api,
    teamId,
    ['Office', 'Offices'],
    [
      { title: 'State', dataType: 'single_selection_from_list', settings: { listId: list.id } },
      { title: 'Address', dataType: 'physical_address' },
    ],
  )
  await api.call(recordsApi.bulk, {
    params: { teamId, dataCollectionId: made.collection.id },
    body: {
      create: offices.map(({ name, state, lat, lng }) => ({
        values: {
          name,
          state: items.created[states.indexOf(state)],
          address: { line1: name, region: state, country: 'US', lat, lng },
        },
      })),
    },
  })
  return made
}

export async function makePeople(
  api: ApiClient,
  teamId: number,
  people: readonly Person[] = somePeople,
  names: [one: string, many: string] = ['Legislator', 'Legislators'],
): Promise<Made> {
  const made = await collectionOf(api, teamId, names, [{ title: 'Birthday', dataType: 'date' }])
  await api.call(recordsApi.bulk, {
    params: { teamId, dataCollectionId: made.collection.id },
    body: { create: people.map((values) => ({ values: { ...values } })) },
  })
  return made
}

export function makeView(
  api: ApiClient,
  teamId: number,
  { collection, field }: Made,
  type: 'map' | 'calendar' | 'list',
  more: Partial<CreateView> = {},
): Promise<SavedView> {
  const name = field('name').id
  const other = field(type === 'calendar' ? 'birthday' : 'address').id
  return api.call(viewsApi.create, {
    params: { teamId },
    body: {
      dataCollectionId: collection.id,
      type,
      internalName: `A ${type} ${Math.random().toString(36).slice(2, 8)}`,
      recordNameDataFieldId: name,
      displayedFields: [name, other].map((dataFieldId) => ({ dataFieldId })),
      ...(type === 'map' ? { mapLocationDataFieldId: other } : {}),
      ...(type === 'calendar' ? { eventStartDataFieldId: other } : {}),
      ...(type === 'map' ? { filterFields: [{ dataFieldId: field('state').id }] } : {}),
      isVisibleExternally: true,
      ...more,
    } as CreateView,
  })
}
