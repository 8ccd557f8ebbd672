/** Texts of errors, from the same locale files as the web app. */

import type { ErrorCode } from '@muster/contract/errors'
import en from '@muster/contract/locales/en/errors.json' with { type: 'json' }
import importsEn from '@muster/contract/locales/en/imports.json' with { type: 'json' }
import es from '@muster/contract/locales/es/errors.json' with { type: 'json' }
import importsEs from '@muster/contract/locales/es/imports.json' with { type: 'json' }
import fr from '@muster/contract/locales/fr/errors.json' with { type: 'json' }
import importsFr from '@muster/contract/locales/fr/imports.json' with { type: 'json' }
import type { Language } from '@muster/contract/paging'

const importTexts = { en: importsEn, es: importsEs, fr: importsFr }
const titles: Record<Language, Record<string, unknown>> = { en, es, fr }

/** Why a value was refused, in a language; without the limits that belong to the field. */
export function fieldErrorTitle(code: string, language: Language): string {
  const texts = titles[language].field as Record<string, string>
  const text = texts[code] ?? titles[language][code] ?? texts.invalid
  return typeof text === 'string' && !text.includes('{{') ? text : (texts.invalid ?? code)
}

/** Titles of the columns that a file of rejected rows has besides its own. */
export function rejectTitles(language: Language): [row: string, column: string, reason: string] {
  const { line, column, reason } = importTexts[language].column
  return [line, column, reason]
}

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
