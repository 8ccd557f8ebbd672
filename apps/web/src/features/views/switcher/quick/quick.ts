/** The reader's choices in a view's filter fields: a condition for each field with a choice. */
import type { Condition } from '@muster/contract/filters/ast'
import { type Operator, operators } from '@muster/contract/filters/operators'
import type { Language } from '@muster/contract/paging'
import type { FilterField } from '@muster/contract/views/views.schema'
import { type Choice, isOperandComplete } from '../../../filters/public.ts'

/** Uses the first of these that a field has. Files and the like have none: they cannot be filter fields. */
const preferred: readonly Operator[] = ['anyOf', 'contains', 'between', 'is']

export function quickOperator({ type, operators: own }: Choice): Operator | null {
  if (type?.family === 'text') return own.includes('contains') ? 'contains' : null
  return preferred.find((op) => own.includes(op)) ?? null
}

/** The conditions with another value for one field; an empty value removes its condition. */
export function withValue(
  conditions: readonly Condition[],
  field: string,
  op: Operator,
  value: unknown,
): Condition[] {
  const others = conditions.filter((one) => one.field !== field)
  return isOperandComplete(operators[op], value) ? [...others, { field, op, value }] : others
}

export function labelOf({ filterLabel, filterLabelTranslations }: FilterField, title: string, of: Language) {
  return filterLabelTranslations[of] || filterLabel || title
}

/** Whether a label has a sign of its own at its end, as a question does: a colon after it would be one too many. */
export const endsInSign = (label: string): boolean => /[?!:.…]\s*$/u.test(label)

/** The text for no choice; '' uses the interface's own word. */
export function allTextOf({ selectAllText, selectAllTextTranslations }: FilterField, of: Language) {
  return selectAllTextTranslations[of] || selectAllText
}
