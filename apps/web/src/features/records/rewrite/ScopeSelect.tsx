/** Which records a rewrite is about; nothing to choose where there is only the list. */
import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import type { Scope } from './scopes.ts'

export function ScopeSelect({
  scopes,
  value,
  onChange,
}: {
  scopes: readonly Scope[]
  value: Scope['key']
  onChange(key: Scope['key']): void
}) {
  const { t } = useTranslation('records')
  const id = useId()
  if (scopes.length < 2) return null
  const labelOf = ({ key, count }: Scope) =>
    count === null || key === 'all'
      ? t(`rewrite.scope.${key === 'selected' ? 'selectedAll' : 'all'}`)
      : t(`rewrite.scope.${key as 'cells' | 'selected'}`, { count })
  return (
    <div>
      <span id={id} className={styles.small}>
        {t('rewrite.scope.label')}
      </span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={id}
        data={scopes.map((scope) => ({ value: scope.key, label: labelOf(scope) }))}
        value={value}
        onChange={(next) => onChange(next as Scope['key'])}
      />
    </div>
  )
}
