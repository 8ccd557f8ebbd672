/** For each type of field: a written value is read, logged, undone, and used as the record's name. */

import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { dataTypes } from '@muster/contract/fields/families'
import { fieldType } from '@muster/contract/fields/types/index'
import { idsOfValue, sameValue } from '@muster/contract/fields/validate'
import { plainText } from '@muster/contract/text'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { addCollection } from '../../features/collections/collections.service.ts'
import { ident, one, rows, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { addFields } from '../model/add-fields.ts'
import { changeModel } from '../model/change-model.ts'
import { undoOperation } from '../undo/undo-operation.ts'
import { createRecord } from './create.ts'
import { nameOf } from './texts.sql.ts'
import { updateRecord } from './update.ts'

let deps: TestDeps
let world: TestWorld
let fileIds: string[]

beforeAll(async () => {
  deps = await testDeps()
  world = await aWorld(deps, false)
  const made = await rows<{ id: string }>(
    deps.pool,
    sql`insert into ${ident(world.team.schema, 'file')} (name, size, kind, mime_type, sha256)
        select 'f' || n || '.mp4', 1, case n when 1 then 'video' else 'image' end, 'x/y', 'z' from generate_series(1, 3) n
        returning id`,
  )
  fileIds = made.map(({ id }) => id)
})
afterAll(() => deps?.close())

interface Written {
  record: { id: number; version: number; name: string; values: Record<string, unknown> }
  operation: { id: number } | null
}

const caller = () => world.team.admin.teamUser

/** Indexes of the test files that a type accepts. */
const fileKindsOf: Record<string, number[]> = { video: [0], single_image: [1, 2], multi_image: [1, 2] }

async function aCollectionOf(dataType: (typeof dataTypes)[number], settings: object) {
  const id = await changeModel(deps, world.team.teamId, async (change) => {
    const body = createCollectionBody.parse({ name: dataType, pluralName: `${dataType} things` })
    const collection = await addCollection(change, body)
    const [field] = await addFields(change, collection, [
      { title: 'Value', columnName: 'value', dataType, settings: { ...settings } },
    ])
    await change.client.query('update muster.data_collection set name_field_id = $1 where id = $2', [
      field,
      collection,
    ])
    await change.reload()
    return collection
  })
  return world.context(caller(), id)
}

describe.each(dataTypes)('%s', (dataType) => {
  it('is written, logged and undone', async () => {
    const type = fieldType(dataType)
    const isChoice = dataType.endsWith('_from_list')
    const isLink = dataType.endsWith('_data_record')
    const ids = isChoice
      ? world.partyIds
      : isLink
        ? world.placeIds
        : [world.people, world.places, world.parties]
    const files = (fileKindsOf[dataType] ?? [0, 1, 2]).map((n) => fileIds[n] as string)
    const examples = type.examples({ ids, fileIds: files })
    const settings = {
      ...(isChoice ? { listId: world.parties } : isLink ? { dataCollectionId: world.places } : {}),
      ...examples.settings,
    }
    const context = await aCollectionOf(dataType, settings)
    const full = { ...type.settings.parse(settings) }
    const textContext = { language: 'en' as const, timeZone: 'UTC', country: 'US' }
    let before: Written | undefined
    let undone = 0
    for (const value of examples.values) {
      const parsed = type.parse(value, full)
      expect(parsed.ok).toBe(true)
      const made = JSON.parse(await createRecord(deps, context, { values: { value } })) as Written
      const same = (a: unknown, b: unknown) => sameValue(type, a, b)
      expect([value, made.record.values.value, same(made.record.values.value, value)]).toEqual([
        value,
        made.record.values.value,
        true,
      ])
      // For texts, the name is exactly the value's text; other types are formatted without a locale.
      if (type.family === 'text') {
        const text =
          type.storage === 'html' ? plainText(String(value)) : type.toText(value, full, textContext)
        expect(made.record.name).toBe(
          text
            .replace(/[ \t\n\r]+/g, ' ')
            .trim()
            .slice(0, 500),
        )
      } else if (idsOfValue(type, value).length > 0 && type.family !== 'file') {
        expect(made.record.name).not.toBe('')
      }
      if (before) {
        const { id } = before.record
        const changed = JSON.parse(
          String(await updateRecord(deps, context, { id, values: { value } })),
        ) as Written
        expect(same(changed.record.values.value, value)).toBe(true)
        if (changed.operation) {
          await undoOperation(deps, undoRegistry, world.team.teamId, caller(), changed.operation.id)
          const row = await one<{ before: { value: unknown } }>(
            deps.pool,
            sql`select before from ${ident(world.team.schema, 'log_event')} where operation_id = ${changed.operation.id}`,
          )
          expect(same(row?.before.value, before.record.values.value)).toBe(true)
          undone++
        }
        const again = JSON.parse(
          String(
            await updateRecord(deps, context, {
              id,
              values: { value: before.record.values.value },
            }),
          ),
        ) as Written
        expect([value, again.operation]).toEqual([value, null])
      }
      before = made
    }
    expect(undone).toBeGreaterThan(0)
  })
})

it('a name is one line of at most 500 characters, with single spaces', async () => {
  const model = await world.model()
  const home = model.collections.get(world.people)!
  const field = home.fields.find(({ id }) => id === home.nameFieldId)
  const name = nameOf(field, { model, schema: model.schema, alias: 't' })
  const parts = [' ', '  ', '\t', '\n', '\r', '\u00a0', 'a', 'é', 'b c', 'x'.repeat(200)]
  const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((list) => list.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 50 }), async (texts) => {
      const found = await rows<{ name: string }>(
        deps.pool,
        sql`select ${name} as name from unnest(${texts}::text[]) with ordinality t (name, n) order by n`,
      )
      const expected = texts.map((each) => each.replace(/[ \t\n\r]+/g, ' ').replace(/^ | $/g, ''))
      expect(found.map((row) => row.name)).toEqual(expected.map((each) => each.slice(0, 500)))
    }),
    { numRuns: 50 },
  )
})
