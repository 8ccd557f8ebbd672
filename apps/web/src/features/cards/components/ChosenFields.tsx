/** The fields of a card in their order, each with its width; put in order by dragging or by keyboard. */
import { Button, Select } from '@mantine/core'
import type { CardField } from '@muster/contract/cards/cards.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { fieldTitle, SortableList, SortableRow, WidthSelect } from '../../fields/public.ts'
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
      <SortableList
        ids={chosen.map(({ dataFieldId }) => dataFieldId)}
        nameOf={titleOf}
        onReorder={(ids) =>
          onChange(ids.flatMap((fieldId) => chosen.find(({ dataFieldId }) => dataFieldId === fieldId) ?? []))
        }
      >
        <ul className={classes.chosen}>
          {chosen.map(({ dataFieldId, displayWidth }) => {
            const title = titleOf(dataFieldId)
            return (
              <SortableRow
                key={dataFieldId}
                id={dataFieldId}
                label={t('cards.moveField', { field: title })}
                className={classes.row}
              >
                <span className={classes.rowName}>{title}</span>
                {hasWidths && (
                  <WidthSelect
                    size="xs"
                    className={classes.width}
                    aria-label={t('cards.fieldWidth', { field: title })}
                    none={t('cards.ownWidth')}
                    value={displayWidth}
                    onChange={(width) =>
                      onChange(
                        chosen.map((one) =>
                          one.dataFieldId === dataFieldId ? { ...one, displayWidth: width } : one,
                        ),
                      )
                    }
                  />
                )}
                <IconButton
                  glyph="close"
                  label={t('cards.removeField', { field: title })}
                  onClick={() => onChange(chosen.filter((one) => one.dataFieldId !== dataFieldId))}
                />
              </SortableRow>
            )
          })}
        </ul>
      </SortableList>
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
