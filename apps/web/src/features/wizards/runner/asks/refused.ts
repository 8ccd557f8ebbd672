/** Texts of the values that the server refused. */
import type { FieldError } from '@muster/contract/errors'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrorText } from '../../../../lib/errors.ts'

export function useErrorsText(): (error: FieldError) => string {
  const { t } = useTranslation(['errors'])
  return useCallback((error: FieldError) => fieldErrorText(error, t), [t])
}

/**
 * @param prefix of the paths of a form's values, with its final dot: `items.0.values.`
 * @returns the first text of each column
 */
export function textsByColumn(
  errors: readonly FieldError[],
  prefix: string,
  textOf: (error: FieldError) => string,
): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const error of errors) {
    if (!error.path.startsWith(prefix)) continue
    const column = error.path.slice(prefix.length).split('.')[0] ?? ''
    texts[column] ??= textOf(error)
  }
  return texts
}
