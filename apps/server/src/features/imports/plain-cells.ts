/**
 * Determines which cells are plain, that is in an unambiguous form, from their bytes while the file is
 * streamed. If all cells of a column are, PostgreSQL casts them without testing them again. cells.ts
 * implements the same tests in SQL, for columns where only some cells are plain.
 */

/**
 * Forms of values that PostgreSQL and the contract parse alike; and `web`, which begins like a web address. A `line` is a text
 * that is its own name: without tabs, ends of lines, and spaces behind each other.
 */
export const plainForms = [
  'text',
  'line',
  'integer',
  'decimal',
  'day',
  'time',
  'boolean',
  'email',
  'url',
  'web',
] as const
export type PlainForm = (typeof plainForms)[number]

type Test = (bytes: Uint8Array, from: number, to: number) => boolean

const zero = 0x30
const nine = 0x39
const dot = 0x2e
const minus = 0x2d
const carriageReturn = 0x0d
/** Escapes formulas; see the contract's `undefuse`. */
const apostrophe = 0x27

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine

/** A character that is never trimmed: printable ASCII, or a letter below the first Unicode space. */
const isSolid = (byte: number): boolean => (byte > 0x20 && byte < 0x7f) || (byte >= 0xc3 && byte <= 0xe0)

function isText(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isSolid(bytes[from] as number) || bytes[from] === apostrophe) return false
  let last = to - 1
  // Go back to the first byte of the last character.
  while (last > from && ((bytes[last] as number) & 0xc0) === 0x80) last--
  if (!isSolid(bytes[last] as number)) return false
  for (let at = from; at < to; at++) if (bytes[at] === carriageReturn) return false
  return true
}

const tab = 0x09
const lineFeed = 0x0a
const space = 0x20

function isLine(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isText(bytes, from, to)) return false
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number
    if (byte <= space && (byte === tab || byte === lineFeed || (byte === space && bytes[at + 1] === space)))
      return false
  }
  return true
}

const maxDigits = 15

function isInteger(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > maxDigits) return false
  if (bytes[from] === zero) return to - from === 1
  const first = bytes[from] === minus ? from + 1 : from
  if (first === to || bytes[first] === zero) return false
  for (let at = first; at < to; at++) if (!isDigit(bytes[at] as number)) return false
  return true
}

/** Without leading or trailing zeros, so that the number's text is canonical. */
function isDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > maxDigits) return false
  let at = bytes[from] === minus ? from + 1 : from
  const first = at
  while (at < to && isDigit(bytes[at] as number)) at++
  if (at === first || (bytes[first] === zero && at - first > 1)) return false
  if (at === to) return true
  if (bytes[at] !== dot || at + 1 === to) return false
  for (at++; at < to; at++) if (!isDigit(bytes[at] as number)) return false
  return bytes[to - 1] !== zero
}

const twoDigits = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] as number) - zero) * 10 + ((bytes[at + 1] as number) - zero)

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isDayAt(bytes: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 10; at++) {
    const isHyphen = at === from + 4 || at === from + 7
    if (isHyphen ? bytes[at] !== minus : !isDigit(bytes[at] as number)) return false
  }
  const year = twoDigits(bytes, from) * 100 + twoDigits(bytes, from + 2)
  const month = twoDigits(bytes, from + 5)
  const day = twoDigits(bytes, from + 8)
  if (year === 0 || month < 1 || month > 12 || day < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 && isLeap ? 29 : (daysOf[month - 1] as number))
}

const timeOfDay = /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/

const asciiText = (bytes: Uint8Array, from: number, to: number): string =>
  String.fromCharCode.apply(null, bytes.subarray(from, to) as unknown as number[])

const email = /^[a-z0-9_][a-z0-9_.+-]*@[a-z0-9][a-z0-9.-]*\.[a-z]+$/
const url = /^https?:\/\/[a-z0-9][a-z0-9.-]*\.[a-z]+(\/[A-Za-z0-9_~/-][A-Za-z0-9._~/-]*)?$/
/** Host names have no empty labels, and none that begin or end with a hyphen. */
const improperHost = /\.\.|-\.|\.-/

const tests: Record<PlainForm, Test> = {
  text: isText,
  line: isLine,
  integer: isInteger,
  decimal: isDecimal,
  day: (bytes, from, to) => to - from === 10 && isDayAt(bytes, from),
  time: (bytes, from, to) =>
    to - from >= 20 &&
    to - from <= 24 &&
    isDayAt(bytes, from) &&
    timeOfDay.test(asciiText(bytes, from + 10, to)),
  boolean: (bytes, from, to) =>
    (to - from === 4 || to - from === 5) && /^(true|false)$/.test(asciiText(bytes, from, to)),
  email: (bytes, from, to) => {
    if (to - from > 60) return false
    const cell = asciiText(bytes, from, to)
    return email.test(cell) && !improperHost.test(cell) && !cell.includes('.@')
  },
  url: (bytes, from, to) => {
    if (to - from > 500) return false
    const cell = asciiText(bytes, from, to)
    const hostEnds = cell.indexOf('/', 8)
    return (hostEnds < 0 ? cell.length : hostEnds) <= 60 && url.test(cell) && !improperHost.test(cell)
  },
  web: (bytes, from, to) => /^(https?:\/\/|www\.)/i.test(asciiText(bytes, from, Math.min(to, from + 8))),
}

const testList = plainForms.map((form) => tests[form])
const everyForm = (1 << plainForms.length) - 1

/** Facts about a column: the forms that all its filled cells have, and the bytes of the longest. */
export interface PlainFacts {
  forms: PlainForm[]
  maxBytes: number
}

/** Collects the facts of one part of a file, column by column. */
export class PlainCells {
  private masks: number[] = []
  private lengths: number[] = []

  /** Adds a cell that is not empty, given as unquoted bytes. */
  note(column: number, bytes: Uint8Array, from: number, to: number): void {
    let mask = this.masks[column] ?? everyForm
    if (mask !== 0) {
      for (let form = 0; form < testList.length; form++) {
        const bit = 1 << form
        if ((mask & bit) !== 0 && !(testList[form] as Test)(bytes, from, to)) mask &= ~bit
      }
    }
    this.masks[column] = mask
    if (to - from > (this.lengths[column] ?? 0)) this.lengths[column] = to - from
  }

  facts(column: number): PlainFacts {
    const mask = this.masks[column] ?? everyForm
    return {
      forms: plainForms.filter((_, form) => (mask & (1 << form)) !== 0),
      maxBytes: this.lengths[column] ?? 0,
    }
  }
}

/** Facts that are true for both parts of a file. */
export function bothFacts(a: PlainFacts, b: PlainFacts): PlainFacts {
  return {
    forms: a.forms.filter((form) => b.forms.includes(form)),
    maxBytes: Math.max(a.maxBytes, b.maxBytes),
  }
}
