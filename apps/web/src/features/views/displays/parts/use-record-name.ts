/** A record's name in a view. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { type FieldContext, gridCellOf } from '../../../fields/public.ts'
import type { Display } from '../../source.ts'

export function useRecordName({ nameField }: Display): (record: DataRecord, context: FieldContext) => string {
  const { t } = useTranslation('views')
  return (record, context) => {
    const own = nameField ? gridCellOf(nameField, record.values[nameField.columnName], context).display : ''
    return own || record.name || t('record.unnamed')
  }
}
