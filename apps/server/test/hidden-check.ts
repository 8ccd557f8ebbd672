/** Finds hidden data of `hiddenWorld` in a response. */
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sheetToCsv } from '../src/features/imports/workbook.ts'
import { counts, visibleItems } from './hidden-markers.ts'
import type { HiddenUser } from './hidden-users.ts'

const marker = /(hidden|design|users)[-_]7f3a[-_][\w-]+/g
/** Hidden amounts, their averages and their sums; not parts of ids, nor digits after a decimal point. */
const amount = /(?<![\w-]|\d\.)(9[012]\d{10}|1\d{15})(?!\d|\w|-)/g
/** Sizes in bytes may be any number, and the status of an error does not count records. */
const otherKey = /size|bytes|tables|indexes|storage|^status$/i

const { rows, staff, trash, vault, items } = counts
const hiddenCounts = [rows, staff, trash, vault, items, rows + vault, rows + vault + items]
/** Users create and delete some records. */
const tolerance = 60

const isHiddenCount = (n: number): boolean =>
  hiddenCounts.some((count) => n >= count - 2 && n <= count + tolerance)

/** Public views show these columns of the visible records to everyone. */
const publicColumns = ['place', 'day']

/** Whether the user may see a marker, or has sent it. */
function isAllowed(
  found: string,
  { column, permission }: HiddenUser,
  request: string,
  endpoint: string,
): boolean {
  if (permission === 'team_admin_users' && found.startsWith('users')) return true
  // A guess of a value is sent in capitals, so that only names of fields can be what the user has sent.
  if (found.startsWith('design') && (permission === 'team_admin_data_collections' || request.includes(found)))
    return true
  const columns = endpoint.startsWith('views.public') ? [column, ...publicColumns] : [column]
  if (column === 'item' && (visibleItems.includes(found) || /^design[-_]7f3a[-_]lists?$/.test(found)))
    return true
  return columns.some((one) => new RegExp(`7f3a[-_](own-)?${one}(?![a-z])`).test(found))
}

/** Hidden data that the response shows to the user: markers, amounts and numbers of records. */
export async function leaksIn(
  response: LightMyRequestResponse,
  user: HiddenUser,
  request: string,
  endpoint: string,
): Promise<string[]> {
  const text = `${await textOf(response)}\n${JSON.stringify(response.headers)}`
  const markers = [...new Set(text.match(marker))].filter((one) => !isAllowed(one, user, request, endpoint))
  const amounts = [...new Set(text.match(amount))].filter((one) => !request.includes(one))
  return [...markers, ...amounts, ...hiddenCountsIn(response)]
}

/** Whether the response has any hidden data at all, whoever may see it. */
export async function hasHiddenData(response: LightMyRequestResponse): Promise<boolean> {
  const text = await textOf(response)
  return text.search(marker) >= 0 || text.search(amount) >= 0 || hiddenCountsIn(response).length > 0
}

function hiddenCountsIn(response: LightMyRequestResponse): string[] {
  if (!String(response.headers['content-type']).includes('json') || response.body === '') return []
  return [...numbersIn(response.json(), '')]
    .filter(([, n]) => isHiddenCount(n))
    .map(([key, n]) => `${key}: ${n}`)
}

function* numbersIn(value: unknown, key: string): Generator<[key: string, n: number]> {
  if (typeof value === 'number') yield [key, value]
  if (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)) yield [key, Number(value)]
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    if (!otherKey.test(name)) yield* numbersIn(one, Array.isArray(value) ? key : name)
  }
}

/** The body as text; a workbook as CSV. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  if (!String(response.headers['content-type']).includes('spreadsheetml')) return response.body
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'muster-hidden-'))
  try {
    await fs.writeFile(`${folder}/book.xlsx`, response.rawPayload)
    await sheetToCsv(`${folder}/book.xlsx`, `${folder}/sheet.csv`)
    return await fs.readFile(`${folder}/sheet.csv`, 'utf8')
  } finally {
    await fs.rm(folder, { recursive: true })
  }
}
