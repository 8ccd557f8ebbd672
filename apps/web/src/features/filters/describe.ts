/** A condition in words, for the chips over a list: 'Party is any of Independent'. */
import type { Condition, Filter } from '@muster/contract/filters/ast'
import { operators } from '@muster/contract/filters/operators'
import { choiceText, type FieldContext, gridCellOf } from '../fields/public.ts'
import { countConditions } from './draft.ts'
import { isVariable } from './operands/operand.ts'
import type { Choice, T } from './subjects.ts'

export interface DescribeContext {
  choices: readonly Choice[]
  context: FieldContext
  /** Names of users by their team user id. */
  people: ReadonlyMap<number, string>
  t: T
}

/** One text per top-level condition, one per group. */
export function describeParts(
  filter: Filter | null,
  describe: DescribeContext,
): { text: string; rest: Filter | null }[] {
  if (!filter) return []
  if (!('and' in filter)) return [{ text: describeFilter(filter, describe), rest: null }]
  return filter.and.map((part, at) => {
    const others = filter.and.filter((_, i) => i !== at)
    const rest = others.length === 0 ? null : others.length === 1 ? (others[0] ?? null) : { and: others }
    return { text: describeFilter(part, describe), rest }
  })
}

/** A whole filter: its conditions, or how many there are. */
export function describeFilter(filter: Filter, describe: DescribeContext): string {
  const { t } = describe
  if ('field' in filter) return describeCondition(filter, describe)
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : null
  if (!parts) return t('filters:summary.group')
  const isShort = parts.length <= 2 && parts.every((part) => 'field' in part && !part.where)
  const word = 'and' in filter ? t('filters:and') : t('filters:or')
  if (isShort) return parts.map((part) => describeFilter(part, describe)).join(` ${word} `)
  return t('filters:summary.nested', { count: countConditions(filter) })
}

/** One condition: its field, its operator, its value. */
export function describeCondition({ field, op, value, where }: Condition, describe: DescribeContext): string {
  const { choices, t } = describe
  const choice = choices.find((one) => one.name === field)
  const title = choice?.title ?? t('filters:unknownField')
  const head = `${title} ${t(`filters:op.${op}`)}`
  if (where) return `${head} (${t('filters:summary.nested', { count: countConditions(where) })})`
  if (operators[op] === 'nothing' || !choice) return head
  return `${head} ${valueText(choice, value, describe)}`
}

/** Only the value of a condition: 'Independent, Whig +2'. */
export function describeValue({ field, value }: Condition, describe: DescribeContext): string {
  const choice = describe.choices.find((one) => one.name === field)
  return choice ? valueText(choice, value, describe) : ''
}

function valueText(choice: Choice, value: unknown, describe: DescribeContext): string {
  const { context, people, t } = describe
  if (Array.isArray(value)) {
    const texts = value.slice(0, 3).map((one) => valueText(choice, one, describe))
    const more = value.length - texts.length
    return texts.join(', ') + (more > 0 ? ` +${more}` : '')
  }
  if (isVariable(value)) {
    if (value.variable === 'today') return t('filters:today')
    if (value.variable === 'now') return t('filters:now')
    return value.variable === 'currentUser' ? t('filters:me') : value.variable
  }
  if (typeof value === 'object' && value !== null) return objectText(choice, value, describe)
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
  if (typeof value === 'number') {
    if (choice.kind === 'user') return people.get(value) ?? String(value)
    if (choice.kind === 'membership') return collectionName(value, context)
    const reference = choice.type?.refersTo?.(choice.field?.settings ?? {})
    if (reference?.to === 'collection') return collectionName(value, context)
    if (reference) return context.linked[value]?.name ?? `#${value}`
    return choice.field && choice.type?.family === 'number'
      ? (gridCellOf(choice.field, value, context)?.display ?? String(value))
      : context.format.number(value)
  }
  const text = String(value)
  if (choice.type?.family === 'date') {
    const period = t(`filters:period.${text}` as 'filters:period.day', { defaultValue: '' })
    return period || (/^\d{4}-\d\d-\d\d$/.test(text) ? context.format.plainDate(text) : text)
  }
  return choice.type?.choices ? choiceText(choice.type.type, text, context.t) : text
}

function objectText(choice: Choice, value: object, { context, t }: DescribeContext): string {
  const parts = value as Record<string, number | string>
  if ('unit' in parts) {
    return `${parts.amount} ${t(`filters:units.${parts.unit}` as 'filters:units.day', { defaultValue: '' })}`
  }
  if ('km' in parts) {
    return t('filters:distance.summary', { km: parts.km, lat: parts.lat, lng: parts.lng })
  }
  return (choice.field && gridCellOf(choice.field, value, context)?.display) ?? ''
}

const collectionName = (id: number, context: FieldContext) =>
  context.collections.find((one) => one.id === id)?.pluralName ?? `#${id}`
