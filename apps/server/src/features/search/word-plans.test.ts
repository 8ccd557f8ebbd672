/** Whatever is known of words, a search finds the same: shares only decide which words an index is asked for, and when. */

import { typedWords } from '@muster/contract/search/words'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { createRecord } from '../../engine/public.ts'
import { ident, rows, type Sql, sql } from '../../platform/db.ts'
import { documentsSql } from './documents.sql.ts'
import { searchedHomes } from './homes.ts'
import { beginningOf, type Found, spreadRecords, wordsSql } from './names.sql.ts'
import { search } from './search.service.ts'
import { wordQuery } from './word-query.ts'
import { wordShares } from './word-shares.ts'

const firstNames = ['Ana', 'Anabel', 'Frank', 'Franklin', 'Zoë', 'Jean-Marc', "O'Neil"]
const lastNames = ['Korwell', 'Korwin', 'Kim', 'Annis', 'Frankel', 'Smith+Marcus', 'Ångström']
const notes = ['', 'met in Frankfurt', 'knows Kim and Ana', '44 boxes']

let deps: TestDeps
let world: TestWorld

beforeAll(async () => {
  deps = await testDeps()
  world = await aWorld(deps)
  const context = await world.context(world.team.admin.teamUser)
  for (const [n, first] of firstNames.entries()) {
    for (const [m, last] of lastNames.entries()) {
      const note = notes[(n + m) % notes.length]
      const values = { name: `${first} ${last}`, ...(note ? { notes: `<p>${note}</p>` } : {}) }
      await createRecord(deps, context, { values })
    }
  }
})
afterAll(() => deps?.close())

const aWord = fc
  .tuple(fc.constantFrom(...firstNames, ...lastNames, 'Frankfurt', 'boxes', '44'), fc.nat(8), fc.boolean())
  .map(([word, length, isSwapped]) => {
    const typed = isSwapped && word.length > 4 ? `${word[0]}${word[2]}${word[1]}${word.slice(3)}` : word
    return typed.slice(0, length + 1)
  })
const shares = fc.dictionary(
  fc.constantFrom('ana', 'anabel', 'frank', 'franklin', 'korwell', 'korwin', 'kim', 'annis', 'marc', 'neil'),
  fc.constantFrom(0.00001, 0.01, 0.3, 0.9),
)

it('finds the same records whatever the statistics say', async () => {
  const found = async (q: string, known: ReturnType<typeof wordShares>) => {
    const withShares = { ...deps, shares: { get: async () => ({ names: known, texts: known }) } }
    const { items, hasMore } = await search(withShares, world.team.admin.teamUser, { q, limit: 100 })
    expect(hasMore).toBe(false)
    return items.map(({ id, kind }) => `${kind} ${id}`).sort()
  }
  await fc.assert(
    fc.asyncProperty(fc.array(aWord, { minLength: 1, maxLength: 3 }), shares, async (words, listed) => {
      const q = words.join(' ')
      expect(await found(q, wordShares(1_000_000, listed)), q).toEqual(await found(q, wordShares(0, {})))
    }),
    { numRuns: 150 },
  )
})

it('finds the same whether some records are compared first, or all', async () => {
  await world.team.setMemberGrants([])
  const { fields } = await world.access(world.team.admin.teamUser)
  const rowFilter = { field: 'name', op: 'contains', value: 'an' }
  const clerk = await world.team.user({
    grants: [...fields.values()].map(({ field }) => {
      return { permission: 'read_data_field_data', dataFieldId: field.id, rowFilter } as const
    }),
  })
  const model = await world.model()
  const allFrequent = wordShares(
    1_000_000,
    Object.fromEntries(['ana', 'frank', 'korwell', 'kim', 'boxes'].map((word) => [word, 0.3])),
  )
  let isCompared = false
  for (const caller of [world.team.admin.teamUser, clerk.teamUser]) {
    const homes = searchedHomes(model, caller, undefined)
    const ids = async (query: Parameters<typeof rows>[1] | null) =>
      query && (await rows<Found>(deps.pool, query)).map(({ id }) => id).sort()
    const nothing = beginningOf('no name begins like this')
    await fc.assert(
      fc.asyncProperty(
        fc.array(aWord, { minLength: 2, maxLength: 3 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        async (typed, isWhole, first) => {
          const words = typed.flatMap(typedWords)
          const query = wordQuery(words, isWhole, allFrequent)
          if (query.compared.length === 0) return
          isCompared = true
          const compare = (firstCompared: number | null) =>
            ids(wordsSql(homes, { ...query, firstCompared }, nothing))
          expect(await compare(first), words.join(' ')).toEqual(await compare(null))
          const documents = (firstCompared: number | null) =>
            documentsSql(homes, {
              query: { ...query, firstCompared },
              isPending: false,
              text: words.join(' '),
              limit: 100,
            })
          expect(await ids(documents(first)), words.join(' ')).toEqual(await ids(documents(null)))
        },
      ),
      { numRuns: 100 },
    )
  }
  expect(isCompared).toBe(true)
})

it('takes a sample from all over the table, with no record twice', async () => {
  const model = await world.model()
  const homes = searchedHomes(model, world.team.admin.teamUser, undefined)
  const ids = async (records: Sql) =>
    (await rows<{ id: number }>(deps.pool, sql`select id from ${records} r order by id`)).map(({ id }) => id)
  const all = await ids(ident(model.schema, 'data_record'))
  expect(await ids(spreadRecords(homes, 10_000))).toEqual(all)
  const some = await ids(spreadRecords(homes, 20))
  expect(some.length).toBeLessThanOrEqual(20)
  const middle = all[Math.floor(all.length / 2)] as number
  expect(some.filter((id) => id < middle).length).toBeGreaterThan(5)
  expect(some.filter((id) => id > middle).length).toBeGreaterThan(5)
})
