/**
 * A seeded, realistic CSV file and the expected result of its import: most rows are valid, some have an
 * invalid address, number or date, some are duplicates, some have new choices, and some match existing
 * records.
 */

/** mulberry32. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const dirtyHeaders = ['name', 'email', 'phone', 'born', 'score', 'party', 'parties', 'home'] as const

export interface DirtyFile {
  /** A valid file with the existing records, to be imported first. */
  before: string
  dirty: string
  expected: {
    created: number
    updated: number
    unchanged: number
    rejected: number
    choicesCreated: number
    /** Rejected rows by code. */
    reasons: Record<string, number>
  }
}

type Row = Record<(typeof dirtyHeaders)[number], string>

const pad = (n: number, length: number): string => String(n).padStart(length, '0')

/** A row of valid values in common formats. */
function validRow(next: () => number, n: number): Row {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const [year, month, day] = [
    1930 + Math.floor(next() * 80),
    1 + Math.floor(next() * 12),
    1 + Math.floor(next() * 28),
  ]
  const area = 201 + (n % 700)
  const line = pad(Math.floor(n / 700) % 10_000, 4)
  return {
    name: `${pick(['Ana', 'Ben', 'Chloé', 'Zoë', 'Ñico'])} "${pick(['Ace', 'Bo'])}" ${n.toString(36)}`,
    email: pick([`person.${n}@example.org`, `Person.${n}@Example.org`]),
    phone: pick([`(${area}) 555-${line}`, `+1 ${area} 555 ${line}`, `${area}.555.${line}`]),
    born: pick([`${year}-${pad(month, 2)}-${pad(day, 2)}`, `${month}/${day}/${year}`]),
    score: pick([String(n % 997), `${1 + (n % 9)},${pad(n % 1000, 3)}`]),
    party: pick(['Greens', 'blues', 'ECOLOGISTES', '']),
    parties: pick(['Greens; Blues', 'Blues', '']),
    home: pick(['Paris', 'lima', 'Oslo', '']),
  }
}

export function dirtyFile(count: number, seed = 7): DirtyFile {
  const next = random(seed)
  const existing = Array.from({ length: Math.floor(count / 5) }, (_, n) => validRow(next, n))
  const expected: DirtyFile['expected'] = {
    created: 0,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    choicesCreated: 0,
    reasons: {},
  }
  const reject = (code: string) => {
    expected.rejected++
    expected.reasons[code] = (expected.reasons[code] ?? 0) + 1
  }
  const rows: Row[] = []
  const choices = new Set<string>()
  /** Addresses of accepted rows. */
  const emails: string[] = []
  for (let n = 0; n < count; n++) {
    const exists = n % 5 === 0 && n / 5 < existing.length
    const row = exists ? { ...(existing[n / 5] as Row) } : validRow(next, count + n)
    const die = next()
    rows.push(row)
    if (die < 0.03) {
      row.email = ['not an address', 'a@b', '@example.org'][n % 3] as string
      reject('not_an_email')
    } else if (die < 0.06) {
      row.phone = ['call me', '12', 'x-555'][n % 3] as string
      reject('not_a_phone_number')
    } else if (die < 0.09) {
      row.born = ['2023-02-30', 'yesterday', '13/13/2020'][n % 3] as string
      reject('not_a_date')
    } else if (die < 0.11) {
      row.home = 'Atlantis'
      reject('unknown_record')
    } else if (die < 0.14 && emails.length > 0) {
      row.email = (emails[Math.floor(next() * emails.length)] as string).toUpperCase()
      reject('duplicate_in_file')
    } else {
      emails.push(row.email)
      if (die < 0.17) {
        row.party = `Movement ${n % 40}`
        choices.add(row.party)
        if (exists) expected.updated++
        else expected.created++
      } else if (exists && die < 0.6) {
        row.score = '123456'
        expected.updated++
      } else if (exists) {
        // An empty cell keeps the existing value.
        if (die < 0.7) row.phone = ''
        expected.unchanged++
      } else expected.created++
    }
  }
  expected.choicesCreated = choices.size
  return { before: toCsv(existing), dirty: toCsv(rows), expected }
}

function toCsv(rows: readonly Row[]): string {
  const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return [
    dirtyHeaders.join(),
    ...rows.map((row) => dirtyHeaders.map((header) => quoted(row[header])).join()),
  ].join('\n')
}
