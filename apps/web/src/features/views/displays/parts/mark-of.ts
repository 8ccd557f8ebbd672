/** The choice whose colour marks a record, if the view has a colour field. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import type { FieldContext } from '../../../fields/public.ts'
import type { Display } from '../../source.ts'

export interface Mark {
  name: string
  color: string | null
}

export function markOf({ colorField }: Display, record: DataRecord, context: FieldContext): Mark | null {
  const value = colorField ? record.values[colorField.columnName] : null
  const id = Array.isArray(value) ? value[0] : value
  const linked = typeof id === 'number' ? context.linked[id] : undefined
  return linked ? { name: linked.name, color: linked.color ?? null } : null
}
