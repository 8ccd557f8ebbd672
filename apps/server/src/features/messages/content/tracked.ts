/** Makes a content ready for sending: what is the same for everybody is written once, and opens and clicks are counted. */
import { escapeFor } from './escape.ts'
import { type CompiledContent, type PlanPart, type UrlSlot, urlOf } from './plan.ts'

export interface Tracking {
  opens: boolean
  clicks: boolean
}

/** A recipient's own addresses; they are values after those of the expressions. */
export interface TrackingUrls {
  /** Of a picture. */
  open: string
  /** Of links: the position of one follows. */
  click: string
}

export const trackingValues = ({ open, click }: TrackingUrls): string[] => [open, click]

/** With a picture at the end that counts opens, and links that count clicks. */
export function withTracking(content: CompiledContent, { opens, clicks }: Tracking): CompiledContent {
  const { expressions, links } = content
  const [openValue, clickValue] = [expressions.length, expressions.length + 1]
  const settle = (parts: readonly PlanPart[]): PlanPart[] =>
    joined(
      parts.flatMap((part) => {
        if (typeof part === 'string') return part
        if ('pick' in part) return { ...part, of: part.of.map(settle) }
        if (!('url' in part) || !isForEverybody(part)) return part
        const own = urlOf(part.url, [])
        const link = part.link === null ? null : links[part.link]!
        return clicks && link?.isTrackable && own !== ''
          ? [{ value: clickValue, as: part.as }, `/${link.position}`]
          : escapeFor[part.as](own)
      }),
    )
  const html = content.html && settle(content.html)
  return {
    ...content,
    html: opens && html ? withPixel(html, openValue) : html,
    text: settle(content.text),
  }
}

const isForEverybody = ({ url }: UrlSlot): boolean => url.every((piece) => typeof piece === 'string')

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
function withPixel(html: readonly PlanPart[], value: number): PlanPart[] {
  const end = '</body>'
  const n = html.findLastIndex((part) => typeof part === 'string' && part.includes(end))
  const part = html[n]
  if (typeof part !== 'string') return [...html]
  const at = part.lastIndexOf(end)
  return [
    ...html.slice(0, n),
    `${part.slice(0, at)}<img src="`,
    { value, as: 'attribute' },
    `" alt="" width="1" height="1" style="display:block;width:1px;height:1px;border:0">${part.slice(at)}`,
    ...html.slice(n + 1),
  ]
}
