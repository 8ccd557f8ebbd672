/** What a page has for its scripts: links to what they will need, and answers that they will ask for. */
import { answerAttribute, answerPositionAttribute } from '@muster/contract/sent-answers'

/** @param file in the folder of the web app */
export const style = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`

export const script = (file: string): string => `<link rel="preload" as="script" crossorigin href="/${file}">`

/** Of the API. The browser uses it for a request with the same address and the same credentials. */
export const answer = (address: string): string =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escaped(address)}">`

export interface SentAnswer {
  address: string
  json: string
  /** Where in the team's events it was read. */
  position: string | undefined
}

/** The answer itself, as an element that does not run. */
export function sentAnswer({ address, json, position }: SentAnswer): string {
  const where = position === undefined ? '' : ` ${answerPositionAttribute}="${escaped(position)}"`
  // In JSON, `<` is only in texts.
  const text = json.replaceAll('<', '\\u003c')
  return `<script type="application/json" ${answerAttribute}="${escaped(address)}"${where}>${text}</script>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
