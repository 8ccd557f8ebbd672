/**
 * A design as MJML. Its texts have been sanitised and their Liquid replaced by marks before; here they get markup and
 * colors. MJML itself writes attributes as they are, so every one is escaped here.
 */

import { columnRatios } from '@muster/contract/messages/blocks/columns'
import type { ImageSource } from '@muster/contract/messages/blocks/image'
import type { BlockSettings, ColumnsBlock, LeafBlock } from '@muster/contract/messages/blocks/index'
import { socialNetworks } from '@muster/contract/messages/blocks/social'
import type { DesignSettings, MessageDesign, MessageFont } from '@muster/contract/messages/design'
import type { Language } from '@muster/contract/paging'
import { darkStyles } from './dark-mode.ts'
import { escapeHtml } from './escape.ts'

/** An element of MJML: with children, or with text. */
export interface MjmlNode {
  tagName: string
  attributes?: Record<string, string>
  children?: MjmlNode[]
  content?: string
}

/** The records of a `view_list` as text. */
export interface ViewList {
  titles: string[]
  rows: { cells: string[]; url: string | null }[]
}

export interface LayoutOptions {
  language: Language
  subject: string
  preheader: string
  /** The public address of a picture, wide enough for so many pixels; null: it is gone. */
  imageUrl(source: ImageSource, width: number): string | null
  /** By the id of the block. */
  lists: ReadonlyMap<string, ViewList>
}

/** What the layout of a block depends on besides its settings. */
interface Surroundings extends LayoutOptions {
  look: DesignSettings
  /** Of the column, in pixels. */
  width: number
}

const fonts: Record<MessageFont, string> = {
  arial: 'Arial, Helvetica, sans-serif',
  georgia: "Georgia, 'Times New Roman', serif",
  helvetica: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  system: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  tahoma: 'Tahoma, Verdana, sans-serif',
  times: "'Times New Roman', Times, serif",
  trebuchet: "'Trebuchet MS', Tahoma, sans-serif",
  verdana: 'Verdana, Geneva, sans-serif',
}

/** The space at the sides of all blocks, in pixels. */
const sidePadding = 24

export function designToMjml({ settings, blocks }: MessageDesign, options: LayoutOptions): MjmlNode {
  const around: Surroundings = { ...options, look: settings, width: settings.width }
  return {
    tagName: 'mjml',
    attributes: { lang: options.language },
    children: [
      head(settings, options),
      {
        tagName: 'mj-body',
        attributes: {
          width: `${settings.width}px`,
          'background-color': settings.backgroundColor,
          'css-class': 'm-back',
        },
        children: [
          {
            tagName: 'mj-wrapper',
            attributes: {
              'background-color': settings.contentColor,
              'border-radius': `${settings.radius}px`,
              padding: '12px 0',
              'css-class': 'm-content',
            },
            children: sections(blocks, around),
          },
        ],
      },
    ],
  }
}

function head(look: DesignSettings, { subject, preheader }: LayoutOptions): MjmlNode {
  const scheme = look.hasDarkMode ? 'light dark' : 'light only'
  const styles = [
    `:root{color-scheme:${scheme};supported-color-schemes:${scheme}}`,
    'p{margin:0 0 12px}ul,ol{margin:0 0 12px;padding-left:24px}h1,h2,h3{margin:0}',
    '.m-text div>:last-child{margin-bottom:0}',
    look.hasDarkMode ? darkStyles : '',
  ]
  return {
    tagName: 'mj-head',
    children: [
      { tagName: 'mj-title', content: escapeHtml(subject) },
      ...(preheader ? [{ tagName: 'mj-preview', content: escapeHtml(preheader) }] : []),
      {
        tagName: 'mj-attributes',
        children: [
          { tagName: 'mj-all', attributes: { 'font-family': fonts[look.font] } },
          {
            tagName: 'mj-text',
            attributes: { 'font-size': `${look.fontSize}px`, 'line-height': '1.5', color: look.textColor },
          },
        ],
      },
      {
        tagName: 'mj-raw',
        content: `<meta name="color-scheme" content="${scheme}"><meta name="supported-color-schemes" content="${scheme}">`,
      },
      { tagName: 'mj-style', content: styles.join('') },
    ],
  }
}

/** Blocks that follow each other share a section; columns have their own. */
function sections(blocks: MessageDesign['blocks'], around: Surroundings): MjmlNode[] {
  const found: MjmlNode[] = []
  let run: LeafBlock[] = []
  const endRun = () => {
    if (run.length > 0) found.push(section([column(run, around, '100%')]))
    run = []
  }
  for (const block of blocks) {
    if (block.type !== 'columns') run.push(block)
    else {
      endRun()
      found.push(columnsSection(block, around))
    }
  }
  endRun()
  return found
}

const section = (children: MjmlNode[], attributes: Record<string, string> = {}): MjmlNode => ({
  tagName: 'mj-section',
  attributes: { padding: '0', ...attributes },
  children,
})

function columnsSection({ settings, children }: ColumnsBlock, around: Surroundings): MjmlNode {
  const ratio: readonly number[] = columnRatios[settings.ratio]
  const widths =
    ratio.length === children.length ? ratio : children.map(() => Math.floor(100 / children.length))
  const columns = children.map((child, n) => {
    const share = widths[n] ?? 100
    const inside = { ...around, width: Math.round((around.width * share) / 100) }
    return column(child.children, inside, `${share}%`, {
      'vertical-align': settings.verticalAlign,
      ...(child.settings.backgroundColor ? { 'background-color': child.settings.backgroundColor } : {}),
    })
  })
  return section(settings.stacksOnPhones ? columns : [{ tagName: 'mj-group', children: columns }], {
    padding: `${settings.paddingTop}px 0 ${settings.paddingBottom}px`,
    ...(settings.backgroundColor ? { 'background-color': settings.backgroundColor } : {}),
  })
}

function column(
  blocks: readonly LeafBlock[],
  around: Surroundings,
  width: string,
  attributes: Record<string, string> = {},
): MjmlNode {
  return {
    tagName: 'mj-column',
    attributes: { width, ...attributes },
    children: blocks.flatMap((block) => layout(block, around)),
  }
}

type Layout<Type extends LeafBlock['type']> = (
  settings: BlockSettings<Type>,
  around: Surroundings,
  blockId: string,
) => MjmlNode[]

const layouts: { [Type in LeafBlock['type']]: Layout<Type> } = {
  heading: (own, { look }) => {
    const size = Math.round(look.fontSize * [1.75, 1.375, 1.125][own.level - 1]!)
    const style = `margin:0;font-size:${size}px;line-height:1.25;font-weight:600`
    return [text(own, `<h${own.level} style="${style}">${lines(own.text)}</h${own.level}>`, own)]
  },
  text: (own, { look }) => [text(own, withLinkColor(own.html, look), own)],
  button: (own, { look }) => [
    {
      tagName: 'mj-button',
      attributes: {
        ...box(own),
        ...(own.url ? { href: escapeHtml(own.url) } : {}),
        align: own.align,
        'background-color': own.color ?? look.buttonColor,
        color: own.textColor ?? look.buttonTextColor,
        'border-radius': `${look.radius}px`,
        'font-size': `${look.fontSize}px`,
        'font-weight': '600',
        'inner-padding': '12px 24px',
        target: '_blank',
        ...(own.isFullWidth ? { width: '100%' } : {}),
      },
      content: lines(own.label),
    },
  ],
  image: (own, { imageUrl, width: columnWidth }) => {
    if (!own.source) return []
    const room = columnWidth - 2 * sidePadding
    const width = Math.min(own.width ?? room, room)
    const src = imageUrl(own.source, width)
    if (src === null) return []
    return [
      {
        tagName: 'mj-image',
        attributes: {
          ...box(own),
          src: escapeHtml(src),
          alt: own.isDecorative ? '' : escapeHtml(own.alt),
          align: own.align,
          width: `${width}px`,
          ...(own.url ? { href: escapeHtml(own.url), target: '_blank' } : {}),
        },
      },
    ]
  },
  divider: (own) => [
    {
      tagName: 'mj-divider',
      attributes: {
        ...box(own),
        'border-color': own.color,
        'border-style': own.lineStyle,
        'border-width': `${own.thickness}px`,
        width: `${own.width}%`,
      },
    },
  ],
  spacer: (own) => [
    {
      tagName: 'mj-spacer',
      attributes: {
        height: `${own.height}px`,
        ...(own.backgroundColor ? { 'container-background-color': own.backgroundColor } : {}),
      },
    },
  ],
  social: (own, { look }) => {
    const links = own.links
      .filter(({ url }) => url !== '')
      .map(({ network, url }) => anchor(url, socialNetworks[network], look))
    return links.length > 0 ? [text(own, links.join(' &nbsp;·&nbsp; '), own)] : []
  },
  view_list: (own, around, blockId) => viewList(own, around, blockId),
  html: (own) => [text({}, own.html, own)],
}

function layout(block: LeafBlock, around: Surroundings): MjmlNode[] {
  const make = layouts[block.type] as (settings: unknown, around: Surroundings, id: string) => MjmlNode[]
  return make(block.settings, around, block.id)
}

function viewList(
  own: BlockSettings<'view_list'>,
  { lists, look }: Surroundings,
  blockId: string,
): MjmlNode[] {
  const { titles, rows } = lists.get(blockId) ?? { titles: [], rows: [] }
  if (rows.length === 0) return own.emptyText ? [text({}, lines(own.emptyText), own)] : []
  const linked = (cell: string, url: string | null) => (url ? anchor(url, cell, look) : lines(cell))
  if (own.layout === 'table') {
    const cell = 'padding:6px 8px;border-bottom:1px solid #d4d4d8;text-align:left;vertical-align:top'
    const heads = titles.map(
      (title) => `<th scope="col" style="${cell};font-weight:600">${lines(title)}</th>`,
    )
    const body = rows.map(({ cells, url }) => {
      const written = cells.map(
        (value, n) => `<td style="${cell}">${linked(value, n === 0 ? url : null)}</td>`,
      )
      return `<tr>${written.join('')}</tr>`
    })
    const table = `<table role="table" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">`
    return [
      text({}, `${table}${own.showsTitles ? `<tr>${heads.join('')}</tr>` : ''}${body.join('')}</table>`, own),
    ]
  }
  const items = rows.map(({ cells, url }) => {
    const [first = '', ...rest] = cells
    const others = rest.flatMap((value, n) => {
      const title = own.showsTitles ? `${lines(titles[n + 1] ?? '')}: ` : ''
      return value === '' ? [] : [`<br />${title}${lines(value)}`]
    })
    return `<p style="margin:0 0 12px"><strong>${linked(first, url)}</strong>${others.join('')}</p>`
  })
  return [text({}, items.join(''), own)]
}

interface Box {
  paddingTop: number
  paddingBottom: number
  backgroundColor: string | null
}

const box = ({ paddingTop, paddingBottom, backgroundColor }: Box): Record<string, string> => ({
  padding: `${paddingTop}px ${sidePadding}px ${paddingBottom}px`,
  ...(backgroundColor ? { 'container-background-color': backgroundColor } : {}),
})

function text(
  own: { align?: string; color?: string | null; fontSize?: number | null },
  content: string,
  around: Box,
): MjmlNode {
  return {
    tagName: 'mj-text',
    attributes: {
      ...box(around),
      ...(own.align ? { align: own.align } : {}),
      ...(own.color ? { color: own.color } : {}),
      ...(own.fontSize ? { 'font-size': `${own.fontSize}px` } : {}),
      // A block's own colors were chosen together and stay in dark mode.
      'css-class': own.color || around.backgroundColor ? 'm-text' : 'm-text m-auto',
    },
    content,
  }
}

const lines = (words: string): string => escapeHtml(words).replace(/\r?\n/g, '<br />')

const anchor = (url: string, words: string, look: DesignSettings): string =>
  withLinkColor(`<a href="${escapeHtml(url)}" target="_blank">${lines(words)}</a>`, look)

/** Mail programs that drop style sheets color links by themselves, unless the link says otherwise. */
const withLinkColor = (html: string, { linkColor }: DesignSettings): string =>
  html.replace(/<a (?![^<>]*style=)/g, `<a style="color:${linkColor}" `)
