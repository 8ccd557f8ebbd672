/** Adds several fields to a list of a view at once. */
import { Button, MultiSelect } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import styles from '../../../ui/shared.module.css'
import { fieldTitle } from '../../fields/public.ts'
import classes from './admin.module.css'

export function AddFields({
  left,
  noneLeft,
  onAdd,
}: {
  /** Fields that are not in the list yet. */
  left: readonly DataField[]
  noneLeft: string
  onAdd(ids: number[]): void
}) {
  const { t } = useTranslation(['viewsAdmin', 'errors'])
  const language = currentLanguage()
  const [chosen, setChosen] = useState<string[]>([])
  const [isWrong, setWrong] = useState(false)
  if (left.length === 0) return <p className={styles.note}>{noneLeft}</p>
  const add = () => {
    // A field may have been added otherwise since it was chosen.
    const ids = chosen.map(Number).filter((id) => left.some((field) => field.id === id))
    setWrong(ids.length === 0)
    if (ids.length === 0) return
    onAdd(ids)
    setChosen([])
  }
  return (
    <div className={classes.add}>
      <MultiSelect
        label={t('viewsAdmin:fields.choose')}
        error={isWrong ? t('errors:field.view_field_missing') : undefined}
        searchable
        clearable
        value={chosen}
        data={left.map((field) => ({ value: String(field.id), label: fieldTitle(field, language) }))}
        onChange={(values) => {
          setChosen(values)
          setWrong(false)
        }}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={add}>
          {t('viewsAdmin:fields.add')}
        </Button>
        <Button variant="default" onClick={() => onAdd(left.map(({ id }) => id))}>
          {t('viewsAdmin:fields.addAll')}
        </Button>
      </div>
    </div>
  )
}
