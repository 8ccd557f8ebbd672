/** Displayed fields or filter fields of a view, in order. */
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ListEditor } from '../../../ui/ListEditor.tsx'
import classes from './FieldRow.module.css'
import { useTitles } from './use-titles.ts'

type EditorProps<Item> = ComponentProps<typeof ListEditor<Item>>

export function FieldList<Item extends { dataFieldId: number }>(
  props: Pick<EditorProps<Item>, 'label' | 'items' | 'onChange' | 'children'>,
) {
  const { t } = useTranslation('viewsAdmin')
  const titleOf = useTitles()
  return (
    <ListEditor
      {...props}
      idOf={({ dataFieldId }) => dataFieldId}
      nameOf={({ dataFieldId }) => titleOf(dataFieldId)}
      className={classes.list}
      rowClassName={classes.row}
      moveLabel={(field) => t('fields.move', { field })}
      removeLabel={(field) => t('fields.remove', { field })}
    />
  )
}
