/**
 * One field's editor with its label, help and error:
 *
 *   <FieldInput field={field} value={value} context={context} onChange={(value, change) => …} error={serverError} />
 *
 * Problems of a value show once the person has left the input, or at once with `isChecked` (a form that was
 * sent). `isCompact` is the editor alone, for a cell of the grid.
 */
import { Input } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type FocusEvent, useId, useState } from 'react'
import { fieldErrorText } from '../../../lib/errors.ts'
import type { FieldContext } from '../field-context.ts'
import { fieldTitle } from '../titles.ts'
import { checkValue, typedField } from '../typed-field.ts'
import type { Change, FieldProblem } from '../types/definition.ts'
import { editorOf } from '../types/editors.ts'
import classes from './FieldInput.module.css'

export interface FieldInputProps {
  field: DataField
  value: unknown
  context: FieldContext
  onChange(value: unknown, change: Change): void
  /** The server's error for this value; removed by the next change. */
  error?: string | undefined
  /** Shows problems at once. */
  isChecked?: boolean
  isReadOnly?: boolean
  autoFocus?: boolean
  isCompact?: boolean
  initialText?: string
  onBlur?(): void
  onCommit?(): void
  onCancel?(): void
}

const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]
const nothing = () => {}

export function FieldInput(props: FieldInputProps) {
  const { field, value, context, error, isCompact = false, onCommit = nothing, onCancel = nothing } = props
  const id = useId()
  const [problem, setProblem] = useState<FieldProblem | null>(null)
  const [isTouched, setTouched] = useState(false)
  const [refused, setRefused] = useState(error)
  // The server's error stays until the value changes.
  const [lastError, setLastError] = useState(error)
  if (error !== lastError) {
    setLastError(error)
    setRefused(error)
  }

  const typed = typedField(field)
  const { Editor, inputs } = editorOf(field.dataType)
  const isGroup = inputs === 'group' && !isCompact
  const found = problem ?? (props.isChecked ? checkValue(field, value) : null)
  const showsProblem = isTouched || props.isChecked === true || isCompact
  const text =
    refused ??
    (found && showsProblem ? fieldErrorText({ path: '', ...found }, context.t as never) : undefined)
  const help = field.helpText || undefined
  const title = fieldTitle(field, context.format.language)
  const describedBy = text ? `${id}-error` : help && !isCompact ? `${id}-description` : undefined

  const onChange = (next: unknown, change: Change = {}) => {
    const wrong = change.problem ?? checkValue(field, next)
    setProblem(wrong)
    setRefused(undefined)
    props.onChange(next, { ...change, problem: wrong })
  }
  const onBlur = () => {
    setTouched(true)
    props.onBlur?.()
  }
  const onLeave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setTouched(true)
  }

  const editor = (
    <Editor
      // A group's label and messages use the ids that its first input's would have.
      id={isGroup ? `${id}-first` : id}
      value={value ?? null}
      field={typed}
      context={context}
      label={isCompact ? title : undefined}
      describedBy={describedBy}
      isInvalid={text !== undefined}
      isReadOnly={props.isReadOnly ?? false}
      isRequired={field.isRequired}
      autoFocus={props.autoFocus ?? false}
      isCompact={isCompact}
      initialText={props.initialText}
      onChange={onChange}
      onBlur={onBlur}
      onCommit={onCommit}
      onCancel={onCancel}
    />
  )
  return (
    <Input.Wrapper
      id={id}
      data-field={field.columnName}
      className={isCompact ? classes.compact : classes.field}
      size="sm"
      label={isCompact ? undefined : title}
      labelElement={isGroup ? 'div' : 'label'}
      withAsterisk={field.isRequired}
      description={text || isCompact ? undefined : help}
      error={text}
      errorProps={{ id: `${id}-error`, role: showsProblem ? 'alert' : undefined }}
      descriptionProps={{ id: `${id}-description` }}
      inputWrapperOrder={order}
      onBlur={onLeave}
      {...(isGroup
        ? { role: 'group', 'aria-labelledby': `${id}-label`, 'aria-describedby': describedBy }
        : {})}
    >
      {editor}
    </Input.Wrapper>
  )
}
