import { NativeSelect, Switch } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { EditorProps } from '../definition.ts'
import type { BooleanSettings } from './Settings.tsx'

/**
 * A switch says yes or no; where empty is meant too (words, or nothing chosen yet and not required) it is a list of
 * the three.
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
  return (
    <Switch
      {...shared}
      ref={ref as React.RefObject<HTMLInputElement>}
      disabled={isReadOnly}
      w="fit-content"
      checked={value === true}
      label={value === null ? ' ' : t(value ? 'common:yes' : 'common:no')}
      aria-label={props.label ?? field.title}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
