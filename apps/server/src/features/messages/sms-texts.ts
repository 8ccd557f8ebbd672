/** Text messages that the product writes itself. */
import en from '@muster/contract/locales/en/smsTexts.json' with { type: 'json' }
import es from '@muster/contract/locales/es/smsTexts.json' with { type: 'json' }
import fr from '@muster/contract/locales/fr/smsTexts.json' with { type: 'json' }
import type { Language } from '@muster/contract/paging'

type SmsKind = 'stop' | 'start' | 'help' | 'code'

const texts: Record<Language, Record<SmsKind, string>> = { en, es, fr }

export function smsText(kind: SmsKind, language: Language, params: Readonly<Record<string, string>>): string {
  return texts[language][kind].replace(/\{\{(\w+)\}\}/g, (_mark, name: string) => params[name] ?? '')
}
