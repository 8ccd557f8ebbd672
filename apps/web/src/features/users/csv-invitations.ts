/** Reads a list of persons to invite: comma, semicolon or tab separated, with or without a header. */
import { type InvitationRow, maxInvitationRows } from '@muster/contract/users/users.api'
import { parse } from 'csv-parse/browser/esm/sync'

export type ListProblem = 'empty' | 'quoting' | 'columns' | 'tooMany'
export type InvitationList =
  | { rows: InvitationRow[]; problem?: never }
  | { problem: ListProblem; count?: number; rows?: never }

export const columns = ['firstName', 'lastName', 'email', 'roles', 'language'] as const
export type Column = (typeof columns)[number]

/** Titles of the columns in files, in the languages of the interface. */
const titles: Record<Column, readonly string[]> = {
  firstName: ['first name', 'firstname', 'given name', 'nombre', 'prénom', 'prenom'],
  lastName: [
    'last name',
    'lastname',
    'surname',
    'family name',
    'apellidos',
    'apellido',
    'nom',
    'nom de famille',
  ],
  email: [
    'email',
    'e-mail',
    'mail',
    'email address',
    'correo',
    'correo electrónico',
    'correo electronico',
    'adresse e-mail',
    'courriel',
  ],
  roles: ['roles', 'role', 'rol', 'rôle', 'rôles'],
  language: ['language', 'idioma', 'langue'],
}
const required: readonly Column[] = ['firstName', 'lastName', 'email']
const maxCell = 1000
const maxRoles = 50

export function readInvitations(text: string): InvitationList {
  const cells = cellsOf(text)
  if (!cells) return { problem: 'quoting' }
  const [first] = cells
  if (!first) return { problem: 'empty' }
  const header = headerOf(first)
  const isBare = header.size === 0 && first.some((cell) => cell.includes('@'))
  if (!isBare && !required.every((column) => header.has(column))) return { problem: 'columns' }
  const places = isBare ? new Map(columns.map((column, at) => [column, at])) : header
  const found = isBare ? cells : cells.slice(1)
  if (found.length === 0) return { problem: 'empty' }
  if (found.length > maxInvitationRows) return { problem: 'tooMany', count: found.length }
  return { rows: found.map((row) => rowOf(row, places)) }
}

/** Undefined if a quotation mark is never closed. */
function cellsOf(text: string): string[][] | undefined {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch {
    return undefined
  }
}

/** The most frequent one of the first line; a spreadsheet's clipboard has tabs. */
function delimiterOf(text: string): string {
  const line = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const count = (delimiter: string) => line.split(delimiter).length
  return ['\t', ';', ','].reduce((best, one) => (count(one) > count(best) ? one : best))
}

function headerOf(cells: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>()
  for (const [at, cell] of cells.entries()) {
    const column = columns.find((one) => titles[one].includes(cell.toLowerCase()))
    if (column && !places.has(column)) places.set(column, at)
  }
  return places
}

function rowOf(cells: readonly string[], places: ReadonlyMap<Column, number>): InvitationRow {
  const of = (column: Column) => (cells[places.get(column) ?? -1] ?? '').slice(0, maxCell)
  const roles = of('roles')
    .split(/[;|\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  return {
    firstName: of('firstName'),
    lastName: of('lastName'),
    email: of('email'),
    roles: roles.slice(0, maxRoles),
    language: of('language'),
  }
}

/** The same list as text, which `readInvitations` reads. Without rows it is a template. */
export function writeInvitations(
  rows: readonly InvitationRow[],
  titleOf: (column: Column) => string,
  delimiter: ',' | ';',
): string {
  const lines = rows.map((row) =>
    columns.map((column) => (column === 'roles' ? row.roles.join(' | ') : (row[column] ?? ''))),
  )
  return `${[columns.map(titleOf), ...lines].map((cells) => cells.map(quoted).join(delimiter)).join('\r\n')}\r\n`
}

const quoted = (cell: string) => (/[",;\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** UTF-8 or UTF-16 by its mark, else UTF-8 if it is valid, else what Windows programs write. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
