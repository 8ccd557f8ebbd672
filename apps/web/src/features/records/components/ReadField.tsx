/**
 * A field's label and value to read. A click on the value, or Enter or a key on its button, opens the editor; links and
 * pictures in the value keep their own clicks.
 */
import { Input } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type KeyboardEvent, type MouseEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import {
  type FieldContext,
  FieldValue,
  fieldTitle,
  fieldTypeUiOf,
  isEmptyValue,
  keyEffect,
} from '../../fields/public.ts'
import classes from './ReadField.module.css'

const ownClicks = 'a, button, video, iframe, canvas, summary, input'

export function ReadField({
  field,
  value,
  recordId,
  context,
  isReadOnly,
  onOpen,
  onSave,
}: {
  field: DataField
  value: unknown
  /** Absent while the value is not saved yet. */
  recordId: number | undefined
  context: FieldContext
  isReadOnly: boolean
  /** @param initialText what was typed on the value */
  onOpen(initialText?: string): void
  /** A key that is a value by itself. */
  onSave(value: unknown): void
}) {
  const { t } = useTranslation('records')
  const id = useId()
  const title = fieldTitle(field, context.format.language)

  const onClick = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest(ownClicks) !== null
    const isSelecting = window.getSelection()?.isCollapsed === false
    if (!isReadOnly && !isOwn && !isSelecting) onOpen()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || key === ' ' || [...key].length !== 1) return
    event.preventDefault()
    event.stopPropagation()
    const effect = keyEffect(field, value, key)
    if (typeof effect === 'object') onSave(effect.save)
    else if (effect === 'edit') onOpen(fieldTypeUiOf(field.dataType).inputs === 'text' ? key : undefined)
  }
  return (
    <Input.Wrapper
      id={id}
      data-field={field.columnName}
      size="sm"
      label={title}
      labelElement="div"
      withAsterisk={field.isRequired}
      role="group"
      aria-labelledby={`${id}-label`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className={classes.box} data-editable={!isReadOnly || undefined} onClick={onClick}>
        <div id={`${id}-value`} className={classes.value}>
          {isEmptyValue(value) ? (
            <>
              <span className={classes.dash} aria-hidden="true">
                –
              </span>
              <span className={classes.hidden}>{t('edit.empty')}</span>
            </>
          ) : (
            <FieldValue field={field} value={value} recordId={recordId} context={context} variant="block" />
          )}
        </div>
        {!isReadOnly && (
          <button
            type="button"
            className={classes.button}
            data-opens-editor
            aria-label={t('record.edit', { title })}
            aria-describedby={`${id}-value`}
            onClick={() => onOpen()}
            onKeyDown={onKeyDown}
          >
            <Glyph name="edit" size={14} />
          </button>
        )}
      </div>
    </Input.Wrapper>
  )
}
