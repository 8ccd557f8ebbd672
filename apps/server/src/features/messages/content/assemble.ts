/** Turns texts with marks into plans: each mark becomes a slot that is escaped for its place. */
import type { ContentProblem } from '@muster/contract/messages/blocks/definition'
import { Parser } from 'htmlparser2'
import type { EscapeContext } from './escape.ts'
import { type Mark, type Marks, markPattern } from './marks.ts'
import type { CompiledLink, PlanPart, UrlSlot } from './plan.ts'

/** A part of the text in order, before branches are nested. */
type Item = string | UrlSlot | { mark: Mark; as: EscapeContext }

/** A stretch of HTML that is not text between tags. */
interface Region {
  start: number
  end: number
  kind: 'attribute' | 'url' | 'title' | 'forbidden'
  /** For an address: without entities. */
  value?: string
  isLink?: boolean
}

/** Links that never lead to the redirect that counts clicks. */
const ownLinks = /^\{\{-?\s*(system|subject)\./

export class Assembler {
  readonly expressions: string[] = []
  readonly links: CompiledLink[] = []
  readonly problems: ContentProblem[] = []
  readonly #marks: Marks
  readonly #numbers = new Map<string, number>()

  constructor(marks: Marks) {
    this.#marks = marks
  }

  /** A subject line or preheader. */
  line(text: string, as: EscapeContext): PlanPart[] {
    return this.#nest(this.#split(text, as))
  }

  /** A text version or text message; its web addresses are links, the same ones as those of the HTML. */
  text(text: string): PlanPart[] {
    const items: Item[] = []
    let at = 0
    for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"']+/gi)) {
      const url = this.#balanced(found).replace(/[.,;:!?)\]}]+$/, '')
      items.push(
        ...this.#split(text.slice(at, index), 'text'),
        this.#urlSlot(url, 'text', this.#sameLink(url)),
      )
      at = index + url.length
    }
    return this.#nest([...items, ...this.#split(text.slice(at), 'text')])
  }

  /** An address up to the tag that ends, or is left open by, what stands around it. */
  #balanced(url: string): string {
    const open: number[] = []
    for (const { 1: number, index } of url.matchAll(markPattern)) {
      const name = tagName(this.#marks.all[Number(number)]!.source)
      if (name === 'if' || name === 'case') open.push(index)
      else if (name !== null && open.length === 0) return url.slice(0, index)
      else if (name?.startsWith('end')) open.pop()
    }
    return open.length > 0 ? url.slice(0, open[0]) : url
  }

  html(html: string): PlanPart[] {
    const items: Item[] = []
    let at = 0
    for (const region of regionsOf(html)) {
      const raw = html.slice(region.start, region.end)
      const hasMarks = raw.search(markPattern) >= 0
      if (!hasMarks && !region.isLink) continue
      items.push(...this.#split(html.slice(at, region.start), 'html'), ...this.#region(region, raw))
      at = region.end
    }
    return this.#nest([...items, ...this.#split(html.slice(at), 'html')])
  }

  #region({ kind, value = '', isLink }: Region, raw: string): Item[] {
    if (kind === 'forbidden') {
      for (const { mark } of this.#split(raw, 'text').filter((item) => isMark(item)))
        this.problems.push({ ...mark.place, code: 'merge_place' })
      return [raw.replace(markPattern, '')]
    }
    if (kind === 'url') {
      const isCounted = isLink && value.trim() !== '' && !value.startsWith('#')
      return isCounted || raw !== raw.replace(markPattern, '')
        ? [this.#urlSlot(value, 'attribute', isCounted ? this.#newLink(value) : null)]
        : [raw]
    }
    return this.#split(raw, 'attribute')
  }

  #split(text: string, as: EscapeContext): Item[] {
    const items: Item[] = []
    let at = 0
    for (const { 0: found, 1: number, index } of text.matchAll(markPattern)) {
      if (index > at) items.push(text.slice(at, index))
      items.push({ mark: this.#marks.all[Number(number)]!, as })
      at = index + found.length
    }
    return at < text.length ? [...items, text.slice(at)] : items
  }

  #urlSlot(url: string, as: UrlSlot['as'], link: number | null): UrlSlot {
    const items = this.#split(url.trim(), 'urlPart')
    const [first, ...rest] = items
    const start =
      first !== undefined && isMark(first) ? [{ ...first, as: 'urlStart' as const }, ...rest] : items
    return { url: this.#nest(start), link, as }
  }

  /** The address as its author wrote it. */
  #written = (url: string): string =>
    url.replace(markPattern, (_mark, number) => this.#marks.all[Number(number)]!.source).trim()

  #newLink(url: string): number {
    const written = this.#written(url)
    const isStatic = written === url.trim()
    const isTrackable = !ownLinks.test(written) && (/^https?:/i.test(written) || written.startsWith('{{'))
    this.links.push({ position: this.links.length, url: written, isStatic, isTrackable })
    return this.links.length - 1
  }

  #sameLink(url: string): number {
    const known = this.links.findIndex((link) => link.url === this.#written(url))
    return known >= 0 ? known : this.#newLink(url)
  }

  #expression(liquid: string): number {
    const known = this.#numbers.get(liquid)
    if (known !== undefined) return known
    this.#numbers.set(liquid, this.expressions.length)
    return this.expressions.push(liquid) - 1
  }

  #nest(items: readonly Item[]): PlanPart[] {
    const reader = { items, at: 0 }
    const parts: PlanPart[] = []
    while (reader.at < items.length) {
      parts.push(...this.#read(reader))
      const stray = items[reader.at++]
      if (stray !== undefined && isMark(stray))
        this.problems.push({ ...stray.mark.place, code: 'merge_place' })
    }
    return parts
  }

  /** Reads up to a tag that ends or continues a branch. */
  #read(reader: { items: readonly Item[]; at: number }): PlanPart[] {
    const parts: PlanPart[] = []
    for (; reader.at < reader.items.length; reader.at++) {
      const item = reader.items[reader.at]!
      if (!isMark(item)) {
        parts.push(item)
        continue
      }
      const name = tagName(item.mark.source)
      if (name === null) parts.push({ value: this.#expression(item.mark.source), as: item.as })
      else if (name === 'if' || name === 'case') parts.push(this.#branches(reader, item.mark, name))
      else return parts
    }
    return parts
  }

  /** The whole `if` or `case` as one expression that gives the numbers of the branches to show. */
  #branches(reader: { items: readonly Item[]; at: number }, opening: Mark, name: string): PlanPart {
    const of: PlanPart[][] = []
    let liquid = opening.source
    let isOpen = name === 'if'
    for (;;) {
      reader.at++
      const branch = this.#read(reader)
      if (isOpen) liquid += `${of.push(branch) - 1},`
      isOpen = true
      const next = reader.items[reader.at]
      if (next === undefined || !isMark(next)) {
        this.problems.push({ ...opening.place, code: 'merge_place' })
        return { pick: this.#expression(`${liquid}{% end${name} %}`), of }
      }
      liquid += next.mark.source
      if (tagName(next.mark.source) === `end${name}`) return { pick: this.#expression(liquid), of }
    }
  }
}

const isMark = (item: Item): item is { mark: Mark; as: EscapeContext } =>
  typeof item === 'object' && 'mark' in item

const tagName = (source: string): string | null => /^\{%-?\s*([a-z]+)/.exec(source)?.[1] ?? null

const urlAttributes = ['href', 'src', 'background']
const noMarkup = ['style', 'script']

/** Attributes, titles, styles and comments, in the order of the text. */
function regionsOf(html: string): Region[] {
  const regions: Region[] = []
  const tags: string[] = []
  let tag = ''
  const add = (region: Region) => {
    if (region.end > region.start) regions.push(region)
  }
  const parser: Parser = new Parser({
    onopentagname(name) {
      tag = name
    },
    onattribute(name, value, quote) {
      if (!quote) return
      const start = html.indexOf(quote, parser.startIndex + name.length) + 1
      const end = html.indexOf(quote, start)
      if (urlAttributes.includes(name))
        add({ start, end, kind: 'url', value, isLink: tag === 'a' && name === 'href' })
      else add({ start, end, kind: name === 'style' || name.startsWith('on') ? 'forbidden' : 'attribute' })
    },
    onopentag(name) {
      tags.push(name)
    },
    onclosetag() {
      tags.pop()
    },
    ontext() {
      const inside = tags.at(-1) ?? ''
      const kind = noMarkup.includes(inside) ? 'forbidden' : inside === 'title' ? 'title' : null
      if (kind) add({ start: parser.startIndex, end: parser.endIndex + 1, kind })
    },
    oncomment() {
      add({ start: parser.startIndex, end: parser.endIndex + 1, kind: 'forbidden' })
    },
  })
  parser.end(html)
  return regions
}
