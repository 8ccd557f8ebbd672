/** How many records; an estimate says so. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'

export function RecordCount({ collection }: { collection: DataCollection }) {
  const { t } = useTranslation('collections')
  const format = useFormat()
  if (collection.countDataObject === null) return null
  const count = format.number(collection.countDataObject)
  return collection.countIsExact ? count : <span title={t('list.estimate')}>≈ {count}</span>
}
