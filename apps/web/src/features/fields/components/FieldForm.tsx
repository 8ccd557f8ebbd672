/**
 * The inputs of several fields in a grid that keeps their display widths where there is room.
 *
 *   const form = useFieldForm(fields, { values, linked })
 *   <FieldForm form={form} />
 *   if (form.check()) save(form.changed())
 */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useFieldErrors } from '../../../lib/errors.ts'
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
  isChecked: boolean
  set(columnName: string, value: unknown, change?: Change): void
  /** For `UploadWatch`. */
  noteUploads(columnName: string, state: UploadState | null): void
  /** Whether all values may be sent; if not, shows the problems and focuses the first. */
  check(): boolean
  /** Shows the server's errors at `values.<column>`. */
  refuse(error: unknown): void
  /** Values that differ from the initial ones. */
  changed(): Record<string, unknown>
  isDirty: boolean
  reset(values: Values): void
}

const noLinked: Linked = {}

export function useFieldForm(
  fields: readonly DataField[],
  start: { values?: Values; linked?: Linked } = {},
): FieldFormState {
  const [first, setFirst] = useState<Values>(() => start.values ?? defaultsOf(fields))
  const [values, setValues] = useState(first)
  const [linked, setLinked] = useState(start.linked ?? noLinked)
  const [isChecked, setChecked] = useState(false)
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
    return {
      fields,
      values,
      context,
      errors,
      isChecked,
      set,
      noteUploads,
      check() {
        setChecked(true)
        const open = fields.filter(({ columnName }) => uploads.has(columnName))
        const unsent = open.map(({ columnName }) => {
          const text = uploads.get(columnName) === 'underWay' ? 'files.underWay' : 'files.notArrived'
          return [columnName, context.t(`fields:${text}`)]
        })
        if (unsent.length > 0) setErrors((now) => ({ ...now, ...Object.fromEntries(unsent) }))
        return fields.every(
          (field) =>
            !uploads.has(field.columnName) &&
            !problems.current.has(field.columnName) &&
            checkValue(field, values[field.columnName]) === null,
        )
      },
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
      isDirty: Object.keys(changed()).length > 0 || problems.current.size > 0 || uploads.size > 0,
      reset(next) {
        problems.current.clear()
        setFirst(next)
        setValues(next)
        setChecked(false)
        setErrors({})
      },
    }
  }, [fields, values, context, errors, isChecked, set, noteUploads, uploads, first, fieldErrors])
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
  const { values, context, errors, isChecked, set } = form
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
              isChecked={isChecked}
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
