/**
 * A design as MJML. Its texts have been sanitised and their Liquid replaced by marks before; here they get markup and
 * colors. MJML itself writes attributes as they are, so every one is escaped here.
 */

import { columnRatios } from '@muster/contract/messages/blocks/columns'
import type { BlockSettings, ColumnsBlock, LeafBlock } from '@muster/contract/messages/blocks/index'
import { socialNetworks } from '@muster/contract/messages/blocks/social'
import type { DesignSettings, MessageDesign, MessageFont } from '@muster/contract/messages/design'
import { darkStyles } from './dark-mode.ts'
import { escapeHtml } from './escape.ts'
import {
  anchor,
  box,
  type LayoutOptions,
  lines,
  type MjmlNode,
  type Surroundings,
  text,
  withLinkColor,
} from './layout-parts.ts'
import { tableOnPhones, viewList } from './view-list-layout.ts'

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

/** The space at the sides of blocks, in pixels; columns that stay side by side on a phone have no room for it. */
const sidePadding = 24
const narrowPadding = 8

/** What a finger hits, in pixels. */
const buttonHeight = 44
const buttonLineHeight = 1.25

export function designToMjml({ settings, blocks }: MessageDesign, options: LayoutOptions): MjmlNode {
  const around: Surroundings = {
    ...options,
    look: settings,
    width: settings.width,
    sidePadding,
    isTinted: false,
  }
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
    // What is written by hand for a wide screen still fits a phone.
    '.m-html table{max-width:100%}.m-html img{max-width:100%;height:auto}',
    `@media only screen and (max-width:${look.width}px){.m-html{max-width:calc(100vw - ${2 * sidePadding}px) !important}}`,
    // The words in the place of pictures that are not loaded.
    `.m-image{color:${look.textColor};line-height:1.4}.m-image a{color:${look.linkColor}}`,
    tableOnPhones,
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
    const inside = {
      ...around,
      width: Math.round((around.width * share) / 100),
      sidePadding: settings.stacksOnPhones ? sidePadding : narrowPadding,
      isTinted: Boolean(settings.backgroundColor ?? child.settings.backgroundColor),
    }
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
  heading: (own, around) => {
    const size = Math.round(around.look.fontSize * [1.75, 1.375, 1.125][own.level - 1]!)
    const style = `margin:0;font-size:${size}px;line-height:1.25;font-weight:600`
    return [text(own, `<h${own.level} style="${style}">${lines(own.text)}</h${own.level}>`, around)]
  },
  text: (own, around) => [text(own, withLinkColor(own.html, around.look), around)],
  button: (own, { look, sidePadding }) => [
    {
      tagName: 'mj-button',
      attributes: {
        ...box(own, sidePadding),
        ...(own.url ? { href: escapeHtml(own.url) } : {}),
        align: own.align,
        'background-color': own.color ?? look.buttonColor,
        color: own.textColor ?? look.buttonTextColor,
        'border-radius': `${look.radius}px`,
        'font-size': `${look.fontSize}px`,
        'font-weight': '600',
        'line-height': `${buttonLineHeight}`,
        'inner-padding': `${Math.max(12, Math.ceil((buttonHeight - look.fontSize * buttonLineHeight) / 2))}px ${sidePadding}px`,
        target: '_blank',
        ...(own.isFullWidth ? { width: '100%' } : {}),
      },
      content: lines(own.label),
    },
  ],
  image: (own, { imageUrl, look, width: columnWidth, sidePadding, isTinted }) => {
    if (!own.source) return []
    const room = columnWidth - 2 * sidePadding
    const width = Math.min(own.width ?? room, room)
    const src = imageUrl(own.source, width)
    if (src === null) return []
    return [
      {
        tagName: 'mj-image',
        attributes: {
          ...box(own, sidePadding),
          src: escapeHtml(src),
          alt: own.isDecorative ? '' : escapeHtml(own.alt),
          align: own.align,
          width: `${width}px`,
          'font-size': `${look.fontSize}px`,
          'css-class': isTinted || own.backgroundColor ? 'm-image' : 'm-image m-auto',
          ...(own.url ? { href: escapeHtml(own.url), target: '_blank' } : {}),
        },
      },
    ]
  },
  divider: (own, { sidePadding }) => [
    {
      tagName: 'mj-divider',
      attributes: {
        ...box(own, sidePadding),
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
  social: (own, around) => {
    const links = own.links
      .filter(({ url }) => url !== '')
      .map(({ network, url }) => anchor(url, socialNetworks[network], around.look))
    return links.length > 0 ? [text(own, links.join(' &nbsp;·&nbsp; '), around)] : []
  },
  view_list: viewList,
  html: (own, around) => [
    // Where it colors what is behind its words, it was made for a light surface, and gets one.
    text(
      /background|bgcolor/i.test(own.html)
        ? { ...own, backgroundColor: own.backgroundColor ?? around.look.contentColor }
        : own,
      // No wider than its place, or it would widen the whole mail.
      `<div class="m-html" style="max-width:${around.width - 2 * around.sidePadding}px;overflow-x:auto">${own.html}</div>`,
      around,
    ),
  ],
}

function layout(block: LeafBlock, around: Surroundings): MjmlNode[] {
  const make = layouts[block.type] as (settings: unknown, around: Surroundings, id: string) => MjmlNode[]
  return make(block.settings, around, block.id)
}
