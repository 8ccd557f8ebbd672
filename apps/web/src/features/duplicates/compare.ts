/** Which value of each field a merge keeps: what is proposed, and what differs. Pure. */
import { isUnited } from '@muster/contract/duplicates/duplicates.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { DataRecord } from '@muster/contract/records/records.schema'

/** A record whose value is kept, or all their lists united. */
export type Choice = number | 'united'

export type Compared = Pick<DataRecord, 'id' | 'values' | 'updatedAt'>
export type ComparedField = Pick<DataField, 'columnName' | 'dataType' | 'isUnique'>

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether the records have different values; an empty value differs from a filled one. */
export function differs(field: ComparedField, records: readonly Compared[]): boolean {
  const texts = records.map(({ values }) => textOf(field, values[field.columnName]))
  return new Set(texts).size > 1
}

function textOf({ dataType }: ComparedField, value: unknown): string {
  if (isEmpty(value)) return ''
  // United lists have no order of their own.
  if (isUnited(fieldType(dataType)) && Array.isArray(value))
    return JSON.stringify(value.map((one) => JSON.stringify(one)).sort())
  return JSON.stringify(value)
}

/**
 * The proposal: lists united; of other values the newest that is not empty, but the survivor's own where values must
 * be unique. The server does the same by default.
 */
export function proposal(
  field: ComparedField,
  records: readonly Compared[],
  survivorId: number,
): Choice | null {
  const filled = records.filter(({ values }) => !isEmpty(values[field.columnName]))
  if (filled.length === 0) return null
  if (isUnited(fieldType(field.dataType))) return 'united'
  if (field.isUnique && filled.some(({ id }) => id === survivorId)) return survivorId
  const [newest] = filled.toSorted(
    (a, b) => (b.updatedAt ?? '').localeCompare(a.updatedAt ?? '') || b.id - a.id,
  )
  return newest?.id ?? null
}

/** The choices to send: only where values differ, and only for fields that may be changed. */
export function choicesToSend(
  fields: readonly (ComparedField & { canUpdate: boolean })[],
  records: readonly Compared[],
  survivorId: number,
  chosen: Readonly<Record<string, Choice>>,
): Record<string, number> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      if (!field.canUpdate || !differs(field, records)) return []
      const choice = choiceOf(field, records, survivorId, chosen)
      return typeof choice === 'number' ? [[field.columnName, choice]] : []
    }),
  )
}

/** The person's own choice while its record is included, else the proposal. */
export function choiceOf(
  field: ComparedField,
  records: readonly Compared[],
  survivorId: number,
  chosen: Readonly<Record<string, Choice>>,
): Choice | null {
  const own = chosen[field.columnName]
  if (own === 'united' || records.some(({ id }) => id === own)) return own ?? null
  return proposal(field, records, survivorId)
}
