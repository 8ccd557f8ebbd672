/** Errors of a file with their line, worded so that people know what to do. */
import { ApiError } from '../../../lib/api.ts'

type Translate = (key: string, options: { defaultValue: string } & Record<string, unknown>) => string

/** Null where the failure is not about the file. */
export function fileErrorText(error: unknown, t: Translate): string | null {
  if (!(error instanceof ApiError) || !error.code.startsWith('file_')) return null
  return textOf(error.code, error.params.line, t)
}

export function textOf(code: string, line: unknown, t: Translate): string {
  const text = t(`errors:${code}`, { defaultValue: t('errors:generic', { defaultValue: code }) })
  return typeof line === 'number'
    ? `${text} ${t('imports:atLine', { line, defaultValue: String(line) })}`
    : text
}
