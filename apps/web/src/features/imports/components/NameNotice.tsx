/** Which column names the records, where that was guessed; and a warning where none does. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import } from '@muster/contract/imports/imports.api'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { fieldTitle } from '../../fields/public.ts'
import { type Draft, titleOf } from './draft.ts'
import classes from './Import.module.css'

export function NameNotice({
  draft,
  columns,
  named,
  nameField,
}: {
  draft: Draft
  columns: Import['columns']
  /** The column that was chosen for the name. */
  named: number | null
  nameField: DataField | undefined
}) {
  const { t } = useTranslation('imports')
  if (!nameField?.canUpdate) return null
  const at = draft.targets.findIndex(
    (target) => target.to === 'field' && target.columnName === nameField.columnName,
  )
  const column = columns[at]
  const field = fieldTitle(nameField, currentLanguage())
  if (!column) {
    return draft.mode === 'update' ? null : (
      <p className={classes.help} role="status">
        <Glyph name="warning" /> {t('name.none', { field })}
      </p>
    )
  }
  if (at !== named) return null
  return (
    <p className={classes.help} role="status">
      <Glyph name="warning" /> {t('name.guessed', { column: titleOf(column), field })}
    </p>
  )
}
