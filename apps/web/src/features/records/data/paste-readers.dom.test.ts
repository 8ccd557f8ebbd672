/** Pasted labels become the list items with those names. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { expect, test, vi } from 'vitest'
import type { FieldContext } from '../../fields/public.ts'
import { readersOf } from './paste-readers.ts'

const party = {
  dataType: 'single_selection_from_list',
  columnName: 'party',
  settings: { listId: 3 },
} as unknown as DataField
const parties = {
  id: 3,
  IsUsedAsCustomList: true,
  canCreate: true,
  nameTranslations: {},
  pluralNameTranslations: {},
  DataFields: [{ columnName: 'name' }, { columnName: 'name_es' }],
} as unknown as DataCollection
const context = {
  collections: [parties],
  text: { language: 'es', timeZone: 'UTC', country: 'US' },
} as unknown as FieldContext

test('matches names of any language, and creates none twice', async () => {
  const requested: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    requested.push(JSON.parse(body))
    return Response.json({
      items: [
        { id: 7, name: 'Democrat', values: { name_es: 'Demócrata' } },
        { id: 8, name: 'Republican', values: { name_es: 'Democrat' } },
      ],
      linked: {},
      total: null,
      totalIsExact: false,
      nextCursor: null,
    })
  })
  const labels = ['Demócrata', 'democrat', 'Whig']
  const { read, missing } = await readersOf(
    1,
    [party],
    labels.map((label) => [label]),
    context,
  )
  expect(labels.slice(0, 2).map((label) => read[0]?.(label))).toEqual([
    { ok: true, value: 7 },
    { ok: true, value: 7 },
  ])
  expect(missing).toEqual([{ list: parties, labels: ['Whig'] }])
  expect(requested).toMatchObject([
    {
      filter: {
        or: [
          { field: '@name', op: 'anyOf', value: labels },
          { field: 'name_es', op: 'anyOf', value: labels },
        ],
      },
      fields: ['name_es'],
    },
  ])
})
