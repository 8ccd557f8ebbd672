/** Error texts for a view's settings. */
import type { FieldError, FieldErrorCode } from '@muster/contract/errors'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { fieldErrorText } from '../../../lib/errors.ts'

export interface Wrong {
  text: string
  /** Of a style sheet. */
  line: number | null
}
export type WrongByPath = Readonly<Record<string, Wrong>>

export function useViewErrors() {
  const { t } = useTranslation(['viewsAdmin', 'errors'])
  const isUrl = (path: string) => path === 'itemUrl' || path === 'missingRecordRedirectUrl'
  const wrong = (error: FieldError): Wrong => {
    const line = error.params?.line
    return {
      text: isUrl(error.path) ? t('viewsAdmin:error.url') : fieldErrorText(error, t as never),
      line: typeof line === 'number' ? line : null,
    }
  }
  return {
    ofCodes: (codes: Record<string, FieldErrorCode>): WrongByPath =>
      Object.fromEntries(Object.entries(codes).map(([path, code]) => [path, wrong({ path, code })])),
    ofError: (error: unknown): WrongByPath =>
      error instanceof ApiError ? Object.fromEntries(error.errors.map((one) => [one.path, wrong(one)])) : {},
  }
}
