/** Texts of errors, from the same locale files as the web app. */

import type { ErrorCode } from '@muster/contract/errors'
import en from '@muster/contract/locales/en/errors.json' with { type: 'json' }
import es from '@muster/contract/locales/es/errors.json' with { type: 'json' }
import fr from '@muster/contract/locales/fr/errors.json' with { type: 'json' }
import type { Language } from '@muster/contract/paging'

const titles: Record<Language, Record<string, unknown>> = { en, es, fr }

/** The title of an error in a language, with its parameters. */
export function errorTitle(
  code: ErrorCode,
  language: Language,
  params: Readonly<Record<string, unknown>> = {},
): string {
  const title = titles[language][code]
  if (typeof title !== 'string') return code
  return title.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole))
}
