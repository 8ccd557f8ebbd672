/**
 * The inputs of several fields in a grid that keeps their display widths where there is room.
 *
 *   const form = useFieldForm(fields, { values, linked })
 *   <FieldForm form={form} />
 *   if (form.check()) save(form.changed())
 */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useCallback, useMemo, useRef, useState } from 'react'
import { fieldErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { WidthGrid, WidthItem } from '../../../ui/WidthGrid.tsx'
import { type FieldContext, useFieldContext } from '../field-context.ts'
import { type UploadState, UploadWatch } from '../files/upload-watch.ts'
import type { Linked } from '../linked.ts'
import { checkValue } from '../typed-field.ts'
import type { Change, FieldProblem } from '../types/definition.ts'
import { FieldInput } from './FieldInput.tsx'

export type Values = Readonly<Record<string, unknown>>

export interface FieldFormState {
  fields: readonly DataField[]
  values: Values
  context: FieldContext
  /** Texts by column, from the server. */
  errors: Readonly<Record<string, string>>
  /** Columns whose problems show at once. */
  checked: ReadonlySet<string>
  set(columnName: string, value: unknown, change?: Change): void
  /** For `UploadWatch`. */
  noteUploads(columnName: string, state: UploadState | null): void
  /** Whether all values may be sent; if not, shows the problems. @param of some of the form's fields */
  check(of?: readonly DataField[]): boolean
  /** Why it may not be sent, in the order of its fields. */
  problems(of?: readonly DataField[]): { field: DataField; text: string }[]
  /** Shows the server's errors by column. */
  showErrors(texts: Readonly<Record<string, string>>): void
  /** Shows the server's errors at `values.<column>`. */
  refuse(error: unknown): void
  /** Values that differ from the initial ones. */
  changed(): Record<string, unknown>
  /** Values to create a record with: those that are there. */
  given(): Record<string, unknown>
  isDirty: boolean
  reset(values: Values): void
}

const noLinked: Linked = {}
const unchecked: ReadonlySet<string> = new Set()

export function useFieldForm(
  fields: readonly DataField[],
  start: { values?: Values; linked?: Linked } = {},
): FieldFormState {
  const [first, setFirst] = useState<Values>(() => start.values ?? defaultsOf(fields))
  const [values, setValues] = useState(first)
  const [linked, setLinked] = useState(start.linked ?? noLinked)
  const [checked, setChecked] = useState<ReadonlySet<string>>(unchecked)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [uploads, setUploads] = useState<ReadonlyMap<string, UploadState>>(new Map())
  const problems = useRef(new Map<string, FieldProblem>())
  const context = useFieldContext(linked)
  const fieldErrors = useFieldErrors()

  const set = useCallback((columnName: string, value: unknown, change: Change = {}) => {
    setValues((now) => ({ ...now, [columnName]: value }))
    setErrors(({ [columnName]: _, ...rest }) => rest)
    if (change.linked) setLinked((now) => ({ ...now, ...change.linked }))
    // Text that cannot be parsed has no value to check again.
    if (change.problem) problems.current.set(columnName, change.problem)
    else problems.current.delete(columnName)
  }, [])

  const noteUploads = useCallback((columnName: string, state: UploadState | null) => {
    setUploads((now) => {
      const next = new Map(now)
      if (state) next.set(columnName, state)
      else next.delete(columnName)
      return next
    })
    setErrors(({ [columnName]: _, ...rest }) => rest)
  }, [])

  return useMemo(() => {
    const changed = () =>
      Object.fromEntries(
        Object.entries(values).filter(
          ([column, value]) => JSON.stringify(value) !== JSON.stringify(first[column]),
        ),
      )
    const uploadText = (columnName: string): string | undefined => {
      const state = uploads.get(columnName)
      return state && context.t(`fields:${state === 'underWay' ? 'files.underWay' : 'files.notArrived'}`)
    }
    const problemOf = (field: DataField): FieldProblem | null =>
      problems.current.get(field.columnName) ?? checkValue(field, values[field.columnName])
    return {
      fields,
      values,
      context,
      errors,
      checked,
      set,
      noteUploads,
      check(of = fields) {
        setChecked((now) => new Set([...now, ...of.map(({ columnName }) => columnName)]))
        const unsent = of.flatMap(({ columnName }) => {
          const text = uploadText(columnName)
          return text === undefined ? [] : [[columnName, text]]
        })
        if (unsent.length > 0) setErrors((now) => ({ ...now, ...Object.fromEntries(unsent) }))
        return unsent.length === 0 && of.every((field) => problemOf(field) === null)
      },
      problems(of = fields) {
        return of.flatMap((field) => {
          const problem = problemOf(field)
          const text =
            uploadText(field.columnName) ??
            (problem ? fieldErrorText({ path: '', ...problem }, context.t as never) : undefined)
          return text === undefined ? [] : [{ field, text }]
        })
      },
      showErrors: (texts) => setErrors({ ...texts }),
      refuse(error) {
        const prefix = 'values.'
        setErrors(
          Object.fromEntries(
            Object.entries(fieldErrors(error))
              .filter(([path]) => path.startsWith(prefix))
              .map(([path, text]) => [path.slice(prefix.length).split('.')[0] ?? '', text]),
          ),
        )
      },
      changed,
      given: () =>
        Object.fromEntries(
          Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
        ),
      isDirty: Object.keys(changed()).length > 0 || problems.current.size > 0 || uploads.size > 0,
      reset(next) {
        problems.current.clear()
        setFirst(next)
        setValues(next)
        setChecked(unchecked)
        setErrors({})
      },
    }
  }, [fields, values, context, errors, checked, set, noteUploads, uploads, first, fieldErrors])
}

export function defaultsOf(fields: readonly DataField[]): Values {
  return Object.fromEntries(
    fields
      .filter((field) => field.defaultValue !== null && field.defaultValue !== undefined)
      .map((field) => [field.columnName, field.defaultValue]),
  )
}

export function FieldForm({
  form,
  fields = form.fields,
  autoFocus,
  isReadOnly,
  onCommit,
  onCancel,
}: {
  form: FieldFormState
  /** Some of the form's fields, for forms with several sections. */
  fields?: readonly DataField[]
  autoFocus?: boolean
  isReadOnly?: boolean
  onCommit?(): void
  onCancel?(): void
}) {
  const { values, context, errors, checked, set } = form
  return (
    <UploadWatch.Provider value={form.noteUploads}>
      <WidthGrid of="fields">
        {fields.map((field, at) => (
          <WidthItem key={field.id} width={field.displayWidth}>
            <FieldInput
              field={field}
              value={values[field.columnName] ?? null}
              context={context}
              error={errors[field.columnName]}
              isChecked={checked.has(field.columnName)}
              isReadOnly={isReadOnly || !field.canUpdate}
              autoFocus={autoFocus && at === 0}
              onChange={(value, change) => set(field.columnName, value, change)}
              onCommit={onCommit}
              onCancel={onCancel}
            />
          </WidthItem>
        ))}
      </WidthGrid>
    </UploadWatch.Provider>
  )
}
