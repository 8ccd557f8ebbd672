/** A form that is checked here and by the server: what its inputs need, their errors, and whether it is being sent. */
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useErrorText, useFieldErrors } from './errors.ts'

type Errors<Values> = { readonly [Name in keyof Values]?: string | null }

export interface FormOptions<Values> {
  /** Before it is sent. @returns the error of a value, null if it is fine */
  checks?: { readonly [Name in keyof Values]?: (value: Values[Name]) => string | null }
  send(values: Values): Promise<unknown>
  /** Of a failure that belongs to an input although the server names none. */
  errorsOf?(error: unknown): Errors<Values> | null
}

/** Of inputs and native selects the event, of others the value. */
type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement> | string | null

/**
 *   const form = useForm({ email: '' }, { checks: { email: check.email }, send: (body) => call(…, { body }) })
 *   <form onSubmit={form.onSubmit} noValidate> <TextInput {...form.input('email')} /> {form.failure?.text} </form>
 *
 * @param first what the form begins with
 */
export function useForm<Values extends object>(first: Values, options: FormOptions<Values>) {
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [values, setValues] = useState(first)
  const [errors, setErrors] = useState<Errors<Values>>({})
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown; text: string } | null>(null)

  function set<Name extends keyof Values>(name: Name, value: Values[Name]): void {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => ({ ...now, [name]: null }))
  }

  /** Shows errors at their inputs, and goes to the first. @returns false if there are none */
  function show(found: Errors<Values>, form: HTMLFormElement): boolean {
    const names = Object.keys(values).filter((name) => found[name as keyof Values])
    if (names.length === 0) return false
    setErrors(found)
    const input = form.elements.namedItem(names[0] ?? '')
    if (input instanceof HTMLElement) input.focus()
    return true
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    if (show(checked(values, options.checks ?? {}), form)) return
    setSending(true)
    setErrors({})
    setFailure(null)
    try {
      await options.send(values)
    } catch (error) {
      const found = options.errorsOf?.(error) ?? (fieldErrors(error) as Errors<Values>)
      if (!show(found, form)) setFailure({ error, text: errorText(error) })
    } finally {
      setSending(false)
    }
  }

  return {
    values,
    isSending,
    /** What failed, where no input is to blame. */
    failure,
    onSubmit,
    input: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (change: Changed) =>
        set(name, (change instanceof Object ? change.currentTarget.value : change) as Values[Name]),
    }),
    checkbox: <Name extends keyof Values & string>(name: Name) => ({
      name,
      checked: values[name] as boolean,
      onChange: (event: ChangeEvent<HTMLInputElement>) =>
        set(name, event.currentTarget.checked as Values[Name]),
    }),
  }
}

function checked<Values extends object>(
  values: Values,
  checks: NonNullable<FormOptions<Values>['checks']>,
): Errors<Values> {
  const names = Object.keys(checks) as (keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, checks[name]?.(values[name])])) as Errors<Values>
}
