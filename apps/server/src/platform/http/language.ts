/** The visitor's language: the best supported one of Accept-Language, else English. */
import type { IncomingMessage } from 'node:http'
import { type Language, languages } from '@muster/contract/paging'

export function languageOf(request: Pick<IncomingMessage, 'headers'>): Language {
  return languagesOf(request)[0] ?? 'en'
}

/** The supported languages of Accept-Language, the most preferred one first; none without the header. */
export function languagesOf(request: Pick<IncomingMessage, 'headers'>): Language[] {
  const header = request.headers['accept-language']
  if (!header) return []
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';')
      const quality = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
      return { language: tag.slice(0, 2).toLowerCase(), quality: Number(quality ?? 1) }
    })
    .sort((a, b) => b.quality - a.quality)
    .flatMap((wanted) => languages.find((language) => language === wanted.language) ?? [])
}
