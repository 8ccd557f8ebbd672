/**
 * Search as you type, against reads of one record through the same API: full names, surnames, incomplete
 * words, words of other fields, typos. `ratio` is the p95 of searches divided by that of reads; the target is
 * at most 3.
 */
import { Readable } from 'node:stream'
import type { Import } from '@muster/contract/imports/imports.api'
import pg from 'pg'
import { p50, p99, type Result, times } from './load.ts'
import { random } from './people.ts'
import { call, type World } from './world.ts'

export const searchName = 'search'

const sessions = 150
/** Sessions before the measurement. */
const warmUp = 40
/** Sessions per round; each round then reads as many records as the sessions sent searches. */
const sessionsPerRound = 15
const first = 'Ana Ben Chloé David Elena Frank Grace Hugo Inés James Karen Luis Marie Noah Olivia Paul'.split(
  ' ',
)
const onsets = 'B Br C Ch D F G Gr H J K L M N P R S Sch St T V W'.split(' ')
const middles = 'a an ar e el en er i in o ol on or u un'.split(' ')
const ends = 'berg ck dez ford ham ker land ley man nez ova rick sen son stein ton vić ward well wood'.split(
  ' ',
)
const cities =
  'Springfield Riverside Franklin Greenville Bristol Clinton Fairview Salem Madison Oxford'.split(' ')

interface PersonName {
  first: string
  last: string
}

/** A random name. As in reality, few names are frequent and many are rare. */
function randomName(next: () => number): PersonName {
  const pick = (list: readonly string[], power = 1) =>
    list[Math.floor(next() ** power * list.length)] as string
  return { first: pick(first, 2), last: `${pick(onsets, 1.5)}${pick(middles, 1.5)}${pick(ends, 1.5)}` }
}

function* lines(count: number): Generator<Uint8Array> {
  const next = random(5)
  let chunk = 'name,email,city\n'
  for (let n = 1; n <= count; n++) {
    const name = randomName(next)
    chunk += `${name.first} ${name.last},person.${n}@example.org,${cities[Math.floor(next() * cities.length)]}\n`
    if (n % 2000 && n !== count) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
}

/** @param count number of records: a million, or fewer for a quick run */
export async function measureSearch(world: World, count: number): Promise<Result> {
  const id = await createRecords(world, count)
  const createSessions = (seed: number, count: number) => {
    const next = random(seed)
    return Array.from({ length: count }, (_, n) => prefixes(searchText(randomName(next), n, next)))
  }
  const search = (q: string) =>
    call<{ items: { id: number }[] }>(
      world,
      'GET',
      `/teams/${world.teamId}/search?q=${encodeURIComponent(q)}`,
    )
  const measured = createSessions(11, sessions)
  const texts = measured.flat()
  const ids = await randomIds(world, id, texts.length)
  const read = (n: number) => call(world, 'GET', `/teams/${world.teamId}/dataRecords/${ids[n]}`)
  for (const q of createSessions(7, warmUp).flat()) await search(q)
  await times(100, read)
  let hits = 0
  const searched: number[] = []
  const base: number[] = []
  // Alternating rounds, so that noise on the machine affects both.
  for (let start = 0; start < sessions; start += sessionsPerRound) {
    const searches = measured.slice(start, start + sessionsPerRound).flat()
    const latencies = await times(searches.length, async (n) => {
      const { items } = await search(searches[n] as string)
      if (items.length > 0) hits++
    })
    searched.push(...latencies)
    base.push(...(await times(searches.length, (n) => read(base.length + n))))
  }
  searched.sort(ascending)
  base.sort(ascending)
  console.log(
    `search: ${count.toLocaleString('en')} records, ${texts.length} texts, ${hits} with hits; ` +
      `p95 ${p95(searched).toFixed(2)} ms, one record p95 ${p95(base).toFixed(2)} ms`,
  )
  return {
    name: searchName,
    ratio: p95(searched) / p95(base),
    reqPerSec: 1000 / p50(searched),
    p50: p50(searched),
    p99: p99(searched),
    baseline: { reqPerSec: 1000 / p50(base), p50: p50(base), p99: p99(base) },
  }
}

const ascending = (a: number, b: number) => a - b
const p95 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.95)] ?? 0

/** Ten sessions type: three surnames, three full names, two typos, a city and an email address. */
function searchText({ first: given, last }: PersonName, n: number, next: () => number): string {
  switch (n % 10) {
    case 0:
    case 1:
    case 2:
      return last
    case 3:
    case 4:
    case 5:
      return `${given} ${last}`
    case 6:
    case 7:
      return `${given.slice(0, 1)} ${swapped(last, 2)}`
    case 8:
      return cities[Math.floor(next() * cities.length)] as string
    default:
      return `person ${Math.floor(next() * 100_000)}`
  }
}

const swapped = (word: string, at: number) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)
const prefixes = (text: string) => Array.from({ length: text.length }, (_, n) => text.slice(0, n + 1))

async function createRecords(world: World, count: number): Promise<number> {
  const base = `/teams/${world.teamId}/dataCollections`
  const { id } = await call<{ id: number }>(world, 'POST', base, { name: 'Found', pluralName: 'Found' })
  for (const [columnName, dataType] of [
    ['email', 'email_address'],
    ['city', 'plain_text'],
  ]) {
    await call(world, 'POST', `${base}/${id}/dataFields`, { columnName, title: columnName, dataType })
  }
  const body = Readable.toWeb(Readable.from(lines(count))) as unknown as ReadableStream
  const imports = `/teams/${world.teamId}/imports`
  const uploaded = await call<Import>(world, 'POST', `${imports}?dataCollectionId=${id}&fileName=n.csv`, body)
  const columns = uploaded.columns.map(({ index, header }) => ({ index, columnName: header }))
  await call(world, 'POST', `${imports}/${uploaded.id}/run`, { columns })
  const isDone = async () => {
    const { status } = await call<Import>(world, 'GET', `${imports}/${uploaded.id}`)
    if (status === 'failed') throw new Error('import failed')
    return status === 'done'
  }
  await until(isDone)
  await waitForIndex(world)
  return id
}

/**
 * Waits for the search index, which is updated after the import, and for the word list, updated after a typo.
 */
async function waitForIndex(world: World): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const schema = `team_${world.teamId}`
  const isTrue = async (query: string) => (await client.query<{ ok: boolean }>(query)).rows[0]?.ok === true
  await until(() =>
    isTrue(
      `select not exists (select from ${schema}.data_record
        where search is null and search_pending is not null and deleted_at is null) as ok`,
    ),
  )
  await until(async () => {
    await call(world, 'GET', `/teams/${world.teamId}/search?q=qqqqxzzz`)
    return isTrue(`select not exists (select from ${schema}.data_record r, ${schema}.search_words_read w
      where r.named_at is not null and (r.named_at, r.id) > (w.named_at, w.record_id)) as ok`)
  })
  await client.query(`vacuum analyze ${schema}.data_record; `)
  await client.query(`vacuum analyze ${schema}.search_word`)
  await client.end()
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 500))
}

async function randomIds(world: World, dataCollectionId: number, count: number): Promise<number[]> {
  const ids: number[] = []
  const next = random(3)
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const bounds = await client.query<{ low: string; high: string }>(
    `select min(id) as low, max(id) as high from team_${world.teamId}.data_record where data_collection_id = ${dataCollectionId}`,
  )
  await client.end()
  const low = Number(bounds.rows[0]?.low)
  const high = Number(bounds.rows[0]?.high)
  for (let n = 0; n < count; n++) ids.push(low + Math.floor(next() * (high - low)))
  return ids
}
