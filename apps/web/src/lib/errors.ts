/** Error texts for people: in their language, never internals. */
import type { FieldError } from '@muster/contract/errors'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, RequestCanceledError } from './call.ts'

/** Any `t`: error texts are always loaded, and addressed by their full key. */
type Translate = (key: string, options: { defaultValue: string } & Record<string, unknown>) => string

const generic = (t: Translate) => t('errors:generic', { defaultValue: 'Something went wrong.' })

/** `errors:<code>` of an API error, 'Something went wrong.' for anything else. */
export function errorText(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return generic(t)
  // A code may have a text of its own for what something is used as: `errors:in_use_wizard`.
  const { as } = error.params
  const context = typeof as === 'string' ? { context: as } : {}
  return t(`errors:${error.code}`, { ...error.params, ...context, defaultValue: generic(t) })
}

/** The text of one field error: `errors:field.<code>` with its parameters. */
export function fieldErrorText(error: FieldError, t: Translate): string {
  const { count, min, max } = error.params ?? {}
  return t(`errors:field.${error.code}`, {
    ...error.params,
    // The plural form of "at least 8 characters" depends on the limit.
    count: [count, min, max].find((n) => typeof n === 'number'),
    defaultValue: t('errors:field.invalid', { defaultValue: error.code }),
  })
}

/** `const errorText = useErrorText()`, then `errorText(error)`. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['errors'])
  return useCallback((error: unknown) => errorText(error, t), [t])
}

/**
 * The field errors of a refused request by their path (`values.email`, `password`), as texts:
 *
 *   const fieldErrors = useFieldErrors()
 *   form.setErrors(fieldErrors(error))
 */
export function useFieldErrors(): (error: unknown) => Record<string, string> {
  const { t } = useTranslation(['errors'])
  return useCallback(
    (error: unknown) =>
      error instanceof ApiError
        ? Object.fromEntries(error.errors.map((one) => [one.path, fieldErrorText(one, t)]))
        : {},
    [t],
  )
}

/** Whether the connection or the server failed, so that the same request may succeed later. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** The first field error of a refused request. */
export const firstFieldError = (error: unknown): FieldError | undefined =>
  error instanceof ApiError ? error.errors[0] : undefined

/** Whether there is nothing to show: the person cancelled. */
export const isCanceled = (error: unknown): boolean => error instanceof RequestCanceledError
