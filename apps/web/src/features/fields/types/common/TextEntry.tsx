/** One input for every type whose value is typed: text, numbers, dates, phone numbers. */

import { Input } from '@mantine/core'
import type { Parsed } from '@muster/contract/fields/definition'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { EditorProps } from '../definition.ts'
import classes from './Entry.module.css'
import { contractText, useTextDraft } from './use-text-draft.ts'

export interface TextEntryOptions<V> {
  inputMode?: ComponentProps<'input'>['inputMode']
  /** Autocomplete from the browser's own profile; other people's data is never offered. */
  isMultiline?: boolean
  isMonospace?: boolean
  isRight?: boolean
  isSpellChecked?: boolean
  placeholder?: string
  leftSection?: ReactNode
  leftSectionWidth?: number
  rightSection?: ReactNode
  rightSectionWidth?: number
  /** Replaces the contract's text where people see another form than files do. */
  write?: (value: V) => string
  read?: (text: string) => Parsed<V>
}

export function TextEntry<V, S>({ props, ...options }: { props: EditorProps<V, S> } & TextEntryOptions<V>) {
  const contract = contractText(props)
  const draft = useTextDraft(props, options.write ?? contract.write, options.read ?? contract.read)
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const { autoFocus, initialText } = props
  useEffect(() => {
    if (!autoFocus || !ref.current) return
    ref.current.focus()
    // A first key is appended to; an opened cell is replaced by typing.
    if (initialText === undefined) ref.current.select()
    else ref.current.setSelectionRange(initialText.length, initialText.length)
  }, [autoFocus, initialText])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first key of an opened cell
  useEffect(() => {
    if (initialText !== undefined) draft.type(initialText)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isEnter = event.key === 'Enter' && !(options.isMultiline && event.shiftKey !== props.isCompact)
    if (isEnter && (props.isCompact || !options.isMultiline)) {
      if (props.isCompact) event.preventDefault()
      draft.settle()
      props.onCommit()
    } else if (event.key === 'Escape') {
      props.onCancel()
    }
  }

  const shared = {
    id: props.id,
    ref,
    value: draft.text,
    placeholder: options.placeholder,
    readOnly: props.isReadOnly,
    error: props.isInvalid,
    'aria-label': props.label,
    'aria-required': props.isRequired || undefined,
    spellCheck: options.isSpellChecked ?? false,
    autoComplete: 'off',
    'data-1p-ignore': true,
    variant: props.isCompact ? 'unstyled' : undefined,
    onKeyDown,
    onBlur: () => {
      draft.settle()
      props.onBlur()
    },
  }
  const className = [
    props.isCompact && classes.compact,
    options.isRight && classes.right,
    options.isMonospace && classes.mono,
  ]
    .filter(Boolean)
    .join(' ')

  if (options.isMultiline) {
    return (
      <Input
        {...shared}
        component="textarea"
        multiline
        rows={rowsOf(draft.text, props.isCompact)}
        classNames={{ input: `${classes.area} ${className}` }}
        onChange={(event) => draft.type(event.currentTarget.value)}
      />
    )
  }
  return (
    <Input
      {...shared}
      type="text"
      inputMode={options.inputMode}
      leftSection={options.leftSection}
      leftSectionWidth={options.leftSectionWidth}
      rightSection={props.isReadOnly ? undefined : options.rightSection}
      rightSectionWidth={options.rightSectionWidth}
      rightSectionPointerEvents="all"
      classNames={{
        wrapper: options.isRight && !props.isCompact ? classes.narrow : undefined,
        input: className,
      }}
      onChange={(event) => draft.type(event.currentTarget.value)}
    />
  )
}

/** Rows for the current text, where the browser does not size the area itself. */
function rowsOf(text: string, isCompact: boolean): number {
  const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 72), 0)
  return Math.min(14, Math.max(isCompact ? 2 : 3, lines))
}
