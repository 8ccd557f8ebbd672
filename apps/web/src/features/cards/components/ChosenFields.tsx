/** The fields of a card in their order, each with its width; put in order by dragging or by keyboard. */
import { Button, Select } from '@mantine/core'
import type { CardField } from '@muster/contract/cards/cards.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { ListEditor } from '../../../ui/ListEditor.tsx'
import { fieldTitle, WidthSelect } from '../../fields/public.ts'
import classes from './CardForm.module.css'

export function ChosenFields({
  label,
  help,
  error,
  chosen,
  collection,
  hasWidths,
  onChange,
}: {
  label: string
  help?: string
  error?: string | undefined
  chosen: readonly CardField[]
  /** Whose fields there are to choose from. */
  collection: DataCollection
  hasWidths: boolean
  onChange(chosen: CardField[]): void
}) {
  const { t } = useTranslation(['cards', 'dataTypes'])
  const id = useId()
  const language = currentLanguage()
  const titleOf = (fieldId: number) => {
    const field = collection.DataFields.find((one) => one.id === fieldId)
    return field ? fieldTitle(field, language) : t('cards.inTrash')
  }
  const left = collection.DataFields.filter(
    (field) => !chosen.some(({ dataFieldId }) => dataFieldId === field.id),
  )
  const add = (ids: readonly number[]) =>
    onChange([...chosen, ...ids.map((dataFieldId) => ({ dataFieldId, displayWidth: null }))])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend apart from the other labels
    <div role="group" aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
      <div id={id} className={classes.label}>
        {label}
      </div>
      {help && <p className={classes.help}>{help}</p>}
      {chosen.length === 0 && <p className={classes.help}>{t('cards.noFields')}</p>}
      <ListEditor
        items={chosen}
        idOf={({ dataFieldId }) => dataFieldId}
        nameOf={({ dataFieldId }) => titleOf(dataFieldId)}
        className={classes.chosen}
        rowClassName={classes.row}
        moveLabel={(field) => t('cards.moveField', { field })}
        removeLabel={(field) => t('cards.removeField', { field })}
        onChange={onChange}
      >
        {(item, { remove }) => (
          <>
            <span className={classes.rowName}>{titleOf(item.dataFieldId)}</span>
            {hasWidths && (
              <WidthSelect
                size="xs"
                className={classes.width}
                aria-label={t('cards.fieldWidth', { field: titleOf(item.dataFieldId) })}
                none={t('cards.ownWidth')}
                value={item.displayWidth}
                onChange={(displayWidth) =>
                  onChange(chosen.map((one) => (one === item ? { ...one, displayWidth } : one)))
                }
              />
            )}
            {remove}
          </>
        )}
      </ListEditor>
      {left.length > 0 && (
        <div className={classes.tools}>
          <Select
            size="xs"
            searchable
            aria-label={t('cards.addField')}
            placeholder={t('cards.addField')}
            value={null}
            data={left.map((field) => ({ value: String(field.id), label: fieldTitle(field, language) }))}
            onChange={(value) => value !== null && add([Number(value)])}
          />
          <Button size="xs" variant="default" onClick={() => add(left.map((field) => field.id))}>
            {t('cards.addAll')}
          </Button>
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
