/**
 * A compiled content: static parts with slots between them. Everything that is the same for all recipients is done
 * once; for each recipient the distinct expressions are evaluated and joined with the static parts.
 */

import type { MergeUse } from '@muster/contract/messages/merge'
import type { Language } from '@muster/contract/paging'
import { type EscapeContext, escapeFor, isSafeUrl, wholeUrl } from './escape.ts'

/** Raised when stored contents have to be compiled again. */
export const planVersion = 1

/** An expression's value, escaped for its place. */
export interface Slot {
  /** Index of the expression. */
  value: number
  as: EscapeContext
}

/** An address; it is checked as a whole, since its parts together decide where it leads. */
export interface UrlSlot {
  url: PlanPart[]
  /** Index in `links`, if it is a link that may be tracked. */
  link: number | null
  as: 'attribute' | 'text'
}

/** Branches; the expression gives the numbers of those that are shown, separated by commas. */
export interface Branches {
  pick: number
  of: PlanPart[][]
}

/** Plain JSON: plans are stored. */
export type PlanPart = string | Slot | UrlSlot | Branches

export interface CompiledLink {
  /** Its place among the links of the content, from 0; a link at two places counts twice. */
  position: number
  /** As its author wrote it, merge fields as Liquid. */
  url: string
  /** Whether the same address goes to everybody. */
  isStatic: boolean
  /** Web addresses, but not the links by which one unsubscribes or changes subscriptions. */
  isTrackable: boolean
}

export interface CompiledContent {
  version: typeof planVersion
  language: Language
  /** Liquid, each expression once. */
  expressions: string[]
  subject: PlanPart[]
  /** null: a text message. */
  html: PlanPart[] | null
  text: PlanPart[]
  links: CompiledLink[]
  uses: MergeUse[]
}

export interface SpliceOptions {
  /** The address to send people to instead of a link's own. @param url the link's own, with the recipient's values */
  linkUrl?: ((link: CompiledLink, url: string) => string) | undefined
  /** Encodes what is put between the static parts, which are already encoded. */
  encode?: (text: string) => string
}

/** A plan's text for one recipient. @param values of the expressions, in their order */
export function splice(
  parts: readonly PlanPart[],
  values: readonly string[],
  links: readonly CompiledLink[],
  { linkUrl, encode }: SpliceOptions = {},
): string {
  const put = encode ?? ((text: string) => text)
  let out = ''
  const walk = (list: readonly PlanPart[]): void => {
    for (const part of list) {
      if (typeof part === 'string') out += part
      else if ('pick' in part) for (const branch of picked(part, values)) walk(branch)
      else if ('url' in part) out += put(writeUrl(part, values, links, linkUrl))
      else out += put(escapeFor[part.as](values[part.value] ?? ''))
    }
  }
  walk(parts)
  return out
}

function picked({ pick, of }: Branches, values: readonly string[]): PlanPart[][] {
  return (values[pick] ?? '').split(',').flatMap((number) => {
    const branch = number.trim() === '' ? undefined : of[Number(number)]
    return branch ? [branch] : []
  })
}

function writeUrl(
  { url, link, as }: UrlSlot,
  values: readonly string[],
  links: readonly CompiledLink[],
  linkUrl: SpliceOptions['linkUrl'],
): string {
  const own = urlOf(url, values)
  const known = link === null ? undefined : links[link]
  const shown = own !== '' && known && linkUrl ? linkUrl(known, own) : own
  return escapeFor[as](shown)
}

/** An address with its values; empty if it would lead to anything but the web, a mail address or a telephone. */
export function urlOf(parts: readonly PlanPart[], values: readonly string[]): string {
  const url = wholeUrl(splice(parts, values, []))
  return isSafeUrl(url) ? url : ''
}

/** The parts with each static text replaced. */
export function mapStatic(parts: readonly PlanPart[], change: (text: string) => string): PlanPart[] {
  return parts.map((part) => {
    if (typeof part === 'string') return change(part)
    if ('pick' in part) return { ...part, of: part.of.map((branch) => mapStatic(branch, change)) }
    return part
  })
}

/** The address of a link for a recipient, for example when a tracked link is followed. */
export function linkTarget(content: CompiledContent, position: number, values: readonly string[]): string {
  const slot = [content.html ?? [], content.text].flatMap(urlSlots).find(({ link }) => link === position)
  return slot ? urlOf(slot.url, values) : ''
}

function urlSlots(parts: readonly PlanPart[]): UrlSlot[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return []
    if ('pick' in part) return part.of.flatMap(urlSlots)
    return 'url' in part ? [part] : []
  })
}
