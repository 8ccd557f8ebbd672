/** One value that goes into a variable. */
import { useImperativeHandle, useMemo } from 'react'
import { FieldForm, useFieldForm } from '../../../fields/visitors/public.ts'
import { dataFieldOf } from '../asked-field.ts'
import { type AskProps, fieldTarget } from './definition.ts'
import { textsByColumn, useErrorsText } from './refused.ts'

const form = 'value'

export function ValueAsk({ ask, handle, onProblems }: AskProps<'value'>) {
  const field = useMemo(() => dataFieldOf(ask.field), [ask.field])
  const { columnName } = field
  const fields = useMemo(() => [field], [field])
  const state = useFieldForm(fields, { values: { [columnName]: ask.value ?? null }, linked: ask.linked })
  const errorText = useErrorsText()

  useImperativeHandle(handle, () => ({
    give() {
      if (state.check()) return { kind: 'value', value: state.values[columnName] ?? null }
      onProblems(
        state
          .problems()
          .map(({ text }) => ({ label: field.title, text, target: fieldTarget(form, columnName) })),
      )
      return null
    },
    back: () => false,
    refuse(errors) {
      const texts = textsByColumn(
        errors.map((error) => ({ ...error, path: `values.${columnName}` })),
        'values.',
        errorText,
      )
      state.showErrors(texts)
      onProblems(
        Object.values(texts).map((text) => ({
          label: field.title,
          text,
          target: fieldTarget(form, columnName),
        })),
      )
    },
    isDirty: () => state.isDirty,
  }))

  return (
    <div data-form={form}>
      <FieldForm form={state} />
    </div>
  )
}
