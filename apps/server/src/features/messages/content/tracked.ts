/** Makes a content ready for sending: what is the same for everybody is written once, and opens and clicks are counted. */
import { escapeFor } from './escape.ts'
import { type CompiledContent, type PlanPart, type UrlSlot, urlOf } from './plan.ts'

export interface Tracking {
  opens: boolean
  clicks: boolean
}

export interface TrackedContent {
  content: CompiledContent
  /** Whether a picture at the end counts opens; its address is the value after those of the expressions. */
  hasPixel: boolean
}

export function withTracking(content: CompiledContent, { opens, clicks }: Tracking): TrackedContent {
  const isCounted = ({ link }: UrlSlot) => clicks && link !== null && content.links[link]!.isTrackable
  const html = content.html && joined(content.html.map((part) => settled(part, isCounted)))
  const withPixel = opens && html ? addPixel(html, content.expressions.length) : null
  return {
    content: {
      ...content,
      html: withPixel ?? html,
      text: joined(content.text.map((part) => settled(part, isCounted))),
    },
    hasPixel: withPixel !== null,
  }
}

/** Addresses that are the same for everybody and not counted need not be written for each. */
function settled(part: PlanPart, isCounted: (slot: UrlSlot) => boolean): PlanPart {
  if (typeof part === 'string') return part
  if ('pick' in part) {
    return { ...part, of: part.of.map((branch) => joined(branch.map((one) => settled(one, isCounted)))) }
  }
  if (!('url' in part) || isCounted(part) || part.url.some((piece) => typeof piece !== 'string')) return part
  return escapeFor[part.as](urlOf(part.url, []))
}

function joined(parts: readonly PlanPart[]): PlanPart[] {
  const all: PlanPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
    else all.push(part)
  }
  return all
}

/** At the end, so that it holds nothing else up. */
function addPixel(html: readonly PlanPart[], value: number): PlanPart[] | null {
  const end = '</body>'
  const n = html.findLastIndex((part) => typeof part === 'string' && part.includes(end))
  const part = html[n]
  if (typeof part !== 'string') return null
  const at = part.lastIndexOf(end)
  const picture: PlanPart[] = [
    `${part.slice(0, at)}<img src="`,
    { url: [{ value, as: 'urlStart' }], link: null, as: 'attribute' },
    `" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">${part.slice(at)}`,
  ]
  return [...html.slice(0, n), ...picture, ...html.slice(n + 1)]
}
