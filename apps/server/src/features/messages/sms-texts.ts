/** Text messages that the product writes itself. */
import en from '@muster/contract/locales/en/smsTexts.json' with { type: 'json' }
import es from '@muster/contract/locales/es/smsTexts.json' with { type: 'json' }
import fr from '@muster/contract/locales/fr/smsTexts.json' with { type: 'json' }
import type { Language } from '@muster/contract/paging'

const texts = { en, es, fr } satisfies Record<Language, Record<keyof typeof en, string>>

export function smsText(
  kind: keyof typeof en,
  language: Language,
  params: Readonly<Record<string, string>>,
): string {
  return texts[language][kind].replace(/\{\{(\w+)\}\}/g, (_mark, name: string) => params[name] ?? '')
}
