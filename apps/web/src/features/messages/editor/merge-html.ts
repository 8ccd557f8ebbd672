/** Formatted text with merge fields: stored as Liquid in HTML, edited as elements that the text editor shows as chips. */
import { decodeEntities, liquidPattern, parseMergeField } from '@muster/contract/messages/merge'

const tagOrLiquid = new RegExp(`<[^<>]*>|${liquidPattern.source}`, 'g')
const chip = /<span data-merge="([^"]*)"[^<>]*>[^<]*<\/span>/g

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;')

/** Merge fields as chips; other Liquid, and that in addresses, stays text. */
export const toEditor = (html: string): string =>
  html.replace(tagOrLiquid, (found) => {
    if (found.startsWith('<')) return found
    const expression = decodeEntities(found)
    return parseMergeField(expression) ? `<span data-merge="${escapeAttribute(expression)}"></span>` : found
  })

export const fromEditor = (html: string): string =>
  html.replace(chip, (_all, expression: string) => escapeText(decodeEntities(expression)))
