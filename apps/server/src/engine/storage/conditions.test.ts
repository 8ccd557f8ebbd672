/** What the order of texts must have for a range of it to hold all texts that start with something. */
import { fold } from '@muster/contract/text'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTeam } from '../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { ident, rows, sql } from '../../platform/db.ts'
import { startRange } from './conditions.ts'

let deps: TestDeps
let schema: string
beforeAll(async () => {
  deps = await testDeps()
  schema = (await aTeam(deps)).schema
})
afterAll(() => deps.close())

async function inRange(texts: readonly string[], start: string): Promise<string[]> {
  const range = startRange(sql`(c collate "und-x-icu")`, start) ?? sql`true`
  const found = await rows<{ c: string }>(
    deps.pool,
    sql`select c from unnest(${texts}::text[]) with ordinality t (c, n) where ${range} order by n`,
  )
  return found.map(({ c }) => c)
}

it('holds every character that is folded to a letter or digit, but signs that ICU does not take for it', async () => {
  const characters = await rows<{ c: string; start: string }>(
    deps.pool,
    sql`select c, start from (select chr(n) as c, left(${ident(schema, 'fold')}(chr(n)), 1) as start
          from generate_series(1, 65535) n where n not between 55296 and 57343) t
        where start ~ '^[a-z0-9]' order by ascii(c)`,
  )
  expect(characters.length).toBeGreaterThan(800)
  const missed = new Map<string, string[]>()
  for (const start of 'abcdefghijklmnopqrstuvwxyz0123456789') {
    const own = characters.filter((character) => character.start === start).map(({ c }) => c)
    const held = new Set(await inRange(own, start))
    const others = own.filter((c) => !held.has(c))
    if (others.length > 0) missed.set(start, others)
  }
  expect(Object.fromEntries(missed)).toEqual({ c: ['ꟲ'], f: ['ꟳ'], q: ['ꟴ'], r: ['₨'] })
})

it('holds texts that differ in case, accents and what follows, and no others', async () => {
  const texts = [
    'Ángel',
    'angel',
    'ANGELA',
    'ａngel',
    'Ang',
    'ångel\u0323a',
    'angel\uffff',
    'Ængel',
    'angel 🙂',
  ]
  for (const start of ['a', 'ang', 'ange', 'angel', 'ae']) {
    const starting = texts.filter((text) => fold(text).startsWith(start))
    expect(await inRange([...texts, 'bangel', ''], start), start).toEqual(starting)
  }
  expect(await inRange(['Işık', 'ışık', 'İ', 'b'], 'isik')).toEqual(['Işık', 'ışık', 'İ', 'b'])
  expect(await inRange(['Mışıl', 'misil', 'n'], 'misil')).toEqual(['Mışıl', 'misil'])
})
