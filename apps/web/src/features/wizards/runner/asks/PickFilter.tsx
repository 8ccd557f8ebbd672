/** A signed-in person narrows the records by a filter of their own. In a chunk of its own: visitors may not. */
import { Button } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import { useTranslation } from 'react-i18next'
import styles from '../../../../ui/shared.module.css'
import { FilterBuilder } from '../../../filters/public.ts'

interface PickFilterProps {
  dataCollectionId: number
  value: Filter | null
  onChange(filter: Filter | null): void
  onApply(): void
}

export function PickFilter({ dataCollectionId, value, onChange, onApply }: PickFilterProps) {
  const { t } = useTranslation(['wizardRuns'])
  return (
    <div className={styles.stack8}>
      <FilterBuilder dataCollectionId={dataCollectionId} value={value} onChange={onChange} />
      <div>
        <Button variant="default" onClick={onApply}>
          {t('pick.applyFilter')}
        </Button>
      </div>
    </div>
  )
}
