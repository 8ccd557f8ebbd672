/** A line or a few lines of text into which merge fields are inserted at the caret. */
import { Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef } from 'react'
import { useEditorContext } from './editor-context.ts'
import { MergePicker } from './MergePicker.tsx'

export function MergeTextInput({
  label,
  help,
  value,
  maxLength,
  error,
  isLong = false,
  isAddress = false,
  onChange,
}: {
  label: string
  help?: string
  value: string
  maxLength: number
  error?: string | undefined
  isLong?: boolean
  isAddress?: boolean
  onChange: (value: string) => void
}) {
  const { isDisabled, language } = useEditorContext()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const caret = useRef<readonly [from: number, to: number] | null>(null)
  const insert = (expression: string) => {
    const [from, to] = caret.current ?? [value.length, value.length]
    onChange(`${value.slice(0, from)}${expression}${value.slice(to)}`.slice(0, maxLength))
    input.current?.focus()
  }
  const keepCaret = ({ currentTarget }: SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    caret.current = [currentTarget.selectionStart ?? value.length, currentTarget.selectionEnd ?? value.length]
  }
  const shared = {
    ref: input,
    label,
    value,
    maxLength,
    error,
    disabled: isDisabled,
    onSelect: keepCaret,
    spellCheck: !isAddress,
    lang: isAddress ? undefined : language,
    rightSection: <MergePicker onPick={insert} onlyAddresses={isAddress} />,
    ...(help ? { description: help } : {}),
  }
  if (isLong) {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      inputMode={isAddress ? 'url' : undefined}
      placeholder={isAddress ? 'https://' : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
