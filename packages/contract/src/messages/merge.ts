/**
 * Merge fields: values that differ by recipient. In a content they are Liquid, `{{ field.first_name | default: "friend" }}`;
 * the editor shows those that `parseMergeField` reads as chips and leaves all others as text.
 */
import type { DataType } from '../fields/families.ts'

/** The spec's kinds of dynamic content, and the values that the product itself gives every message. */
export const mergeKinds = ['DATA_FIELD', 'SUBJECT', 'SYSTEM'] as const
export type MergeKind = (typeof mergeKinds)[number]

const roots: Record<MergeKind, string> = { DATA_FIELD: 'field', SUBJECT: 'subject', SYSTEM: 'system' }
const kinds = Object.fromEntries(Object.entries(roots).map(([kind, root]) => [root, kind as MergeKind]))

/** What SUBJECT fields give: the subject's external name, and the links by which a person joins or leaves it. */
export const subjectValues = ['name', 'subscribe_url', 'unsubscribe_url'] as const
export const systemValues = ['unsubscribe_url', 'preferences_url', 'team_name', 'team_address'] as const

/** The values that a message itself gives, by name; the columns of the recipients' collection come with them. */
export const ownMergeNames: readonly string[] = [
  ...subjectValues.map((name) => `subject.${name}`),
  ...systemValues.map((name) => `system.${name}`),
]

/** Names of links by which a person stops messages; one of them satisfies `needsUnsubscribe`. */
export const unsubscribeNames = [
  'system.unsubscribe_url',
  'subject.unsubscribe_url',
  'system.preferences_url',
]

/** How a value is written, as the Liquid filter that does it and its argument. */
export const mergeFormats = [
  'date:short',
  'date:medium',
  'date:long',
  'date:full',
  'date:time',
  'date:date_time',
  'money',
  'list:and',
  'list:or',
  'list:lines',
] as const
export type MergeFormat = (typeof mergeFormats)[number]

export interface MergeField {
  kind: MergeKind
  /** A column of the recipient's record, or one of `subjectValues` or `systemValues`. */
  name: string
  format: MergeFormat | null
  /** What stands for a missing value. */
  fallback: string | null
}

/** A merge field as it can be chosen. */
export interface MergeChoice {
  kind: MergeKind
  name: string
  label: string
  dataType: DataType | null
}

/** The name in an expression: `field.first_name`. */
export const mergeName = ({ kind, name }: Pick<MergeField, 'kind' | 'name'>): string =>
  `${roots[kind]}.${name}`

const dates: readonly MergeFormat[] = ['date:short', 'date:medium', 'date:long', 'date:full']
const lists: readonly MergeFormat[] = ['list:and', 'list:or', 'list:lines']
const formats: Partial<Record<DataType, readonly MergeFormat[]>> = {
  date: dates,
  date_time: ['date:date_time', ...dates, 'date:time'],
  money: ['money'],
  multi_selection_from_list: lists,
  multi_data_record: lists,
  multi_data_collection: lists,
}

/** The formats of a field; the first one is the usual. */
export const formatsOf = (dataType: DataType | null): readonly MergeFormat[] =>
  (dataType && formats[dataType]) ?? []

/** Types whose values have no words to put in a message. */
const unmergeable: readonly DataType[] = [
  'single_file',
  'multi_file',
  'single_image',
  'multi_image',
  'icon',
  'video',
]
export const canMerge = (dataType: DataType): boolean => !unmergeable.includes(dataType)

/** Liquid's quotes cannot be escaped, and braces could end the expression. */
function quote(text: string): string {
  const clean = text.replace(/[{}]/g, '').replace(/[\r\n\\]+/g, ' ')
  return clean.includes('"') && !clean.includes("'") ? `'${clean}'` : `"${clean.replaceAll('"', '”')}"`
}

export function printMergeField({ kind, name, format, fallback }: MergeField): string {
  const [filter, argument] = format?.split(':') ?? []
  const written = filter ? ` | ${filter}${argument ? `: "${argument}"` : ''}` : ''
  const otherwise = fallback === null || fallback === '' ? '' : ` | default: ${quote(fallback)}`
  return `{{ ${mergeName({ kind, name })}${written}${otherwise} }}`
}

const printed =
  /^\{\{\s*(field|subject|system)\.([a-z][a-z0-9_]*)\s*(?:\|\s*(date|money|list)\s*(?::\s*["']([a-z_]+)["']\s*)?)?(?:\|\s*default:\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*)?\}\}$/

/** The merge field that an expression is, or null if it is more than one can choose. */
export function parseMergeField(expression: string): MergeField | null {
  const match = printed.exec(expression.trim())
  if (!match) return null
  const [, root, name, filter, argument, double, single] = match
  const format = filter ? (argument ? `${filter}:${argument}` : filter) : null
  if (format !== null && !(mergeFormats as readonly string[]).includes(format)) return null
  return {
    kind: kinds[root!]!,
    name: name!,
    format: format as MergeFormat | null,
    fallback: double ?? single ?? null,
  }
}

/** Liquid in a text: `{{ … }}` and `{% … %}`. Quoted closing braces do not end it. */
export const liquidPattern =
  /\{\{(?:"[^"]*"|'[^']*'|[^"']){0,500}?\}\}|\{%(?:"[^"]*"|'[^']*'|[^"']){0,500}?%\}/g

/** A value that a content uses. */
export interface MergeUse {
  /** `field.first_name` */
  name: string
  /** Whether a missing value shows nothing: it is printed without a fallback. */
  needsValue: boolean
}

const nameInLiquid = /(?<![\w.])(field|subject|system)\.([a-z_][a-z0-9_]*)/gi

/** The values that the Liquid in a text uses, in the order of the text. @param isHtml whether entities are decoded */
export function mergeUsesIn(text: string, isHtml = false): MergeUse[] {
  return [...text.matchAll(liquidPattern)].flatMap(([found]) => {
    const liquid = isHtml ? decodeEntities(found) : found
    const bare = liquid.replace(/"[^"]*"|'[^']*'/g, '""')
    const needsValue = bare.startsWith('{{') && !/\|\s*default\s*:/.test(bare)
    return [...bare.matchAll(nameInLiquid)].map(([, root, name]) => ({
      name: `${root!.toLowerCase()}.${name}`,
      needsValue,
    }))
  })
}

/** Each name once; it needs a value if one of its uses does. */
export function distinctUses(uses: readonly MergeUse[]): MergeUse[] {
  const byName = new Map<string, boolean>()
  for (const { name, needsValue } of uses) byName.set(name, (byName.get(name) ?? false) || needsValue)
  return [...byName].map(([name, needsValue]) => ({ name, needsValue }))
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Decodes the entities that editors and sanitisers write. */
export function decodeEntities(html: string): string {
  return html.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (all, decimal, hex, name) => {
      if (name) return entities[String(name).toLowerCase()] ?? all
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
        ? String.fromCodePoint(code)
        : ''
    },
  )
}
