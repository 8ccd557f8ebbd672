/** What to tell a person about a failure: in their language, never internals. */
import type { FieldError } from '@muster/contract/errors'
import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, RequestCanceledError } from './api.ts'

type T = TFunction<['errors']>

/** `errors:<code>` of an API error, 'Something went wrong.' for anything else. */
export function errorText(error: unknown, t: T): string {
  if (!(error instanceof ApiError)) return t('errors:generic')
  return t(
    `errors:${error.code}` as 'errors:internal',
    {
      ...error.params,
      defaultValue: t('errors:generic'),
    } as Record<string, unknown>,
  )
}

/** The text of one bad value: `errors:field.<code>` with its parameters. */
export function fieldErrorText(error: FieldError, t: T): string {
  return t(
    `errors:field.${error.code}` as 'errors:field.invalid',
    {
      ...error.params,
      // The plural form of "at least 8 characters" follows the bound.
      count: [error.params?.count, error.params?.min, error.params?.max].find((n) => typeof n === 'number'),
      defaultValue: t('errors:field.invalid'),
    } as Record<string, unknown>,
  )
}

/** `const errorText = useErrorText()`, then `errorText(error)`. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['errors'])
  return useCallback((error: unknown) => errorText(error, t), [t])
}

/**
 * The bad values of a refused request by their path (`values.email`, `password`), as texts:
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

/** Whether there is nothing to say: the person cancelled. */
export const isCanceled = (error: unknown): boolean => error instanceof RequestCanceledError
