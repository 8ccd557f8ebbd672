/** Which aggregates a field's values have. */
import type { FieldType } from '../fields/definition.ts'
import type { Storage } from '../fields/families.ts'
import type { AggregateFunction } from './records.schema.ts'

const ofAll = ['countFilled', 'countEmpty', 'percentFilled'] as const
const ofNumbers = ['sum', 'average', 'median', 'min', 'max'] as const

/** Storages whose values are one value of a column, which can be equal. */
const distinct: ReadonlySet<Storage> = new Set(['text', 'bigint', 'numeric', 'date', 'timestamptz', 'id'])

export function aggregatesOf({ family, storage }: FieldType): readonly AggregateFunction[] {
  const count = distinct.has(storage) ? (['countDistinct'] as const) : []
  if (family === 'number' || storage === 'json_total') return [...ofAll, ...count, ...ofNumbers]
  if (storage === 'date' || storage === 'timestamptz') return [...ofAll, ...count, 'min', 'max', 'span']
  if (storage === 'boolean') return [...ofAll, 'countTrue', 'countFalse', 'percentTrue']
  return [...ofAll, ...count]
}

/** Whether an aggregate of several groups follows from those of each. */
export const isOfGroups = (fn: AggregateFunction): boolean =>
  fn !== 'countDistinct' && fn !== 'median' && fn !== 'span'

const topValued: ReadonlySet<Storage> = new Set(['text', 'boolean', 'id', 'bigint', 'numeric'])

/** Whether its values repeat, so that the most frequent ones say something. */
export const isTopValued = ({ storage }: FieldType): boolean => topValued.has(storage)
