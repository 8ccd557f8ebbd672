/** Edits which records a permission is for. */
import type { Filter } from '@muster/contract/filters/ast'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { type Allowed, isRule, type RecordPermission } from '../grants.ts'

const FilterBuilder = lazy(async () => ({ default: (await import('../../filters/public.ts')).FilterBuilder }))

const noFields = [] as const

export function RuleDrawer({
  name,
  permission,
  dataCollectionId,
  allowed,
  onApply,
  onClose,
}: {
  /** Of the collection or field. */
  name: string
  permission: RecordPermission
  /** Whose fields the rule uses; null for those that every record has. */
  dataCollectionId: number | null
  allowed: Allowed
  onApply(filter: Filter): void
  onClose(): void
}) {
  const { t } = useTranslation(['roles', 'common'])
  const first = isRule(allowed) ? allowed : null
  const [filter, setFilter] = useState<Filter | null>(first)
  const [isEmpty, setEmpty] = useState(false)
  return (
    <FormDrawer
      title={t('rule.title')}
      submitLabel={t('rule.apply')}
      isDirty={JSON.stringify(filter) !== JSON.stringify(first)}
      isBusy={false}
      width={640}
      onSubmit={() => (filter ? onApply(filter) : setEmpty(true))}
      onClose={onClose}
    >
      <p>{t('rule.intro', { permission: t(`data.${permission}`), name })}</p>
      <Suspense fallback={<FormSkeleton rowCount={1} />}>
        <FilterBuilder
          {...(dataCollectionId === null ? { fields: noFields } : { dataCollectionId })}
          value={filter}
          onChange={(next) => {
            setFilter(next)
            setEmpty(false)
          }}
        />
      </Suspense>
      {isEmpty && (
        <p role="alert" className={styles.error}>
          {t('rule.empty')}
        </p>
      )}
      <p className={styles.note}>{t('rule.me')}</p>
    </FormDrawer>
  )
}
