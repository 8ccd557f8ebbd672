import { NativeSelect, Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { fieldTitle } from '../../titles.ts'
import type { EditorProps } from '../definition.ts'
import classes from './Editor.module.css'
import type { BooleanSettings } from './Settings.tsx'

export const inputs = 'one'

/**
 * A switch for yes or no, with a button that clears it where the field may be empty; as words, a list of the
 * three.
 */
export function Editor(props: EditorProps<boolean, BooleanSettings>) {
  const {
    id,
    value,
    field,
    context,
    onChange,
    onBlur,
    onCommit,
    onCancel,
    autoFocus,
    describedBy,
    isReadOnly,
  } = props
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    if (autoFocus) ref.current?.focus()
  }, [autoFocus])
  const { t } = context
  const shared = {
    id,
    'aria-label': props.label,
    'aria-describedby': describedBy,
    'aria-invalid': props.isInvalid || undefined,
    onBlur,
    onKeyDown: (event: { key: string }) => {
      if (event.key === 'Escape') onCancel()
      if (event.key === 'Enter') onCommit()
    },
  }
  if (field.settings.displayFormat === 'words' || props.isCompact) {
    return (
      <NativeSelect
        {...shared}
        ref={ref as React.RefObject<HTMLSelectElement>}
        aria-required={props.isRequired || undefined}
        disabled={isReadOnly}
        variant={props.isCompact ? 'unstyled' : undefined}
        value={value === null ? '' : String(value)}
        data={[
          { value: '', label: '' },
          { value: 'true', label: t('common:yes') },
          { value: 'false', label: t('common:no') },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value
          onChange(chosen === '' ? null : chosen === 'true')
          if (props.isCompact) onCommit()
        }}
      />
    )
  }
  const canClear = value !== null && !props.isRequired && !isReadOnly
  return (
    <span className={classes.root}>
      <Switch
        {...shared}
        ref={ref as React.RefObject<HTMLInputElement>}
        disabled={isReadOnly}
        w="fit-content"
        checked={value === true}
        label={t(value === null ? 'fields:boolean.empty' : value ? 'common:yes' : 'common:no')}
        aria-label={props.label ?? fieldTitle(field, context.format.language)}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {canClear && (
        <IconButton
          glyph="close"
          size="sm"
          label={t('fields:boolean.clear', {
            title: props.label ?? fieldTitle(field, context.format.language),
          })}
          onClick={() => {
            onChange(null)
            ref.current?.focus()
          }}
        />
      )}
    </span>
  )
}
