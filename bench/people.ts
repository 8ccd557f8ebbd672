/** A seeded generator of people: the rows are the same in every run. */
import type { DataType } from '@muster/contract/fields/families'

/** The fourteen fields, as the API takes them. */
export const fields: readonly { columnName: string; title: string; dataType: DataType }[] = [
  { columnName: 'last_name', title: 'Last name', dataType: 'plain_text' },
  { columnName: 'first_name', title: 'First name', dataType: 'plain_text' },
  { columnName: 'email', title: 'Email', dataType: 'email_address' },
  { columnName: 'city', title: 'City', dataType: 'plain_text' },
  { columnName: 'region', title: 'Region', dataType: 'plain_text' },
  { columnName: 'status', title: 'Status', dataType: 'plain_text' },
  { columnName: 'website', title: 'Website', dataType: 'url' },
  { columnName: 'notes', title: 'Notes', dataType: 'plain_text' },
  { columnName: 'birthday', title: 'Birthday', dataType: 'date' },
  { columnName: 'joined_at', title: 'Joined at', dataType: 'date_time' },
  { columnName: 'score', title: 'Score', dataType: 'number' },
  { columnName: 'balance', title: 'Balance', dataType: 'decimal' },
  { columnName: 'visits', title: 'Visits', dataType: 'number' },
  { columnName: 'is_member', title: 'Is member', dataType: 'boolean' },
]

const lastNames = [
  'Abbott',
  'Bennett',
  'Castillo',
  'Díaz',
  'Évrard',
  'Fischer',
  'García',
  'Hughes',
  'Ibáñez',
  'Jensen',
  'Kowalski',
  'Lefèvre',
  'Müller',
  'Nguyen',
  'O’Brien',
  'Peña',
  'Quinn',
  'Rossi',
  'Smith',
  'Torres',
  'Ueda',
  'Vargas',
  'Walker',
  'Xu',
  'Young',
  'Zhang',
]
const firstNames = [
  'Ana',
  'Ben',
  'Chloé',
  'David',
  'Elena',
  'Frank',
  'Grace',
  'Hugo',
  'Inés',
  'James',
  'Karen',
  'Luis',
  'Marie',
  'Noah',
  'Olivia',
  'Paul',
]
const cities = [
  'Springfield',
  'Riverside',
  'Franklin',
  'Greenville',
  'Bristol',
  'Clinton',
  'Fairview',
  'Salem',
  'Madison',
  'Georgetown',
  'Arlington',
  'Ashland',
  'Burlington',
  'Dover',
  'Hudson',
  'Kingston',
  'Lebanon',
  'Milton',
  'Newport',
  'Oxford',
]
const regions = ['North', 'South', 'East', 'West', 'Centre']
const statuses = ['new', 'active', 'paused', 'left']
const words =
  'food bank volunteer museum school visit monday friday morning evening family child grant letter phone driver kitchen garden winter summer'.split(
    ' ',
  )

export type Person = Record<string, string | number | boolean>

/** mulberry32: a small, fast generator that is good enough for test data. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function person(next: () => number, n: number): Person {
  const pick = (list: readonly string[]): string => list[Math.floor(next() * list.length)] as string
  const last = `${pick(lastNames)}${n % 7 === 0 ? `-${pick(lastNames)}` : ''} ${n.toString(36)}`
  const first = pick(firstNames)
  const day = (from: number, days: number): Date => new Date(from + Math.floor(next() * days) * 86_400_000)
  return {
    last_name: last,
    first_name: first,
    email: `person.${n}@example.org`,
    city: pick(cities),
    region: pick(regions),
    status: pick(statuses),
    website: `https://example.org/people/${n}`,
    notes: Array.from({ length: 8 }, () => pick(words)).join(' '),
    birthday: day(Date.UTC(1930, 0, 1), 29_000)
      .toISOString()
      .slice(0, 10),
    joined_at: new Date(Date.UTC(2015, 0, 1) + Math.floor(next() * 3e11)).toISOString(),
    score: Math.floor(next() * 1000),
    balance: Math.floor(next() * 1_000_000) / 100,
    visits: Math.floor(next() * 300),
    is_member: next() < 0.5,
  }
}

/** CSV lines with a header, in chunks of a thousand. */
export function* csv(count: number, seed = 1): Generator<string> {
  const next = random(seed)
  const names = fields.map(({ columnName }) => columnName)
  yield `${names.join()}\n`
  let chunk = ''
  for (let n = 1; n <= count; n++) {
    const row = person(next, n)
    chunk += `${names.map((name) => row[name]).join()}\n`
    if (n % 1000 === 0 || n === count) {
      yield chunk
      chunk = ''
    }
  }
}
