/** The visitor's language: the best supported one of Accept-Language, else English. */
import type { IncomingMessage } from 'node:http'
import { type Language, languages } from '@muster/contract/paging'

export function languageOf(request: Pick<IncomingMessage, 'headers'>): Language {
  const header = request.headers['accept-language']
  if (!header) return 'en'
  const preferences = header
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';')
      const quality = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) }
    })
    .sort((a, b) => b.quality - a.quality)
  const best = preferences.find(({ language }) => isSupported(language))
  return languages.find((language) => language === best?.language) ?? 'en'
}

function isSupported(language: string): boolean {
  return (languages as readonly string[]).includes(language)
}
