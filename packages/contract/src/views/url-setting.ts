/** A link of a view: to the web, or within this site; empty for none. */
import { z } from 'zod'

/** No address of a site; `.invalid` is reserved for that (RFC 2606). */
const ownOrigin = 'https://this-site.invalid'

export const urlSetting = z.union([z.literal(''), z.string().trim().max(2000).refine(isLink)])

/** As a browser reads it: in a path it takes backslashes for slashes, and leaves out tabs and line breaks. */
function isLink(text: string): boolean {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text)
  return (
    text.startsWith('/') && URL.canParse(text, ownOrigin) && new URL(text, ownOrigin).origin === ownOrigin
  )
}
