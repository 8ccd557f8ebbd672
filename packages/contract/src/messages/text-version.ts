/** The text version of an email, a walk over its blocks. Merge fields stay Liquid, so that a person can edit it. */
import type { TextWriter, ViewListSettings } from './blocks/definition.ts'
import { blockType } from './blocks/index.ts'
import { allBlocks, type MessageDesign } from './design.ts'
import { decodeEntities } from './merge.ts'

/** @param list writes the records of a `view_list`, as they are known where it is called */
export function textVersion(design: MessageDesign, list: (settings: ViewListSettings) => string): string {
  const write: TextWriter = { html: htmlToText, list }
  const parts = allBlocks(design.blocks).map((block) =>
    blockType(block.type).toText(block.settings, write).trim(),
  )
  return parts.filter((part) => part !== '').join('\n\n')
}

interface Walk {
  out: string
  /** One for each list that is open: the number of its last item, or null for bullets. */
  lists: (number | null)[]
  /** Where the text of each open link begins, and its address. */
  links: { at: number; href: string }[]
  /** Inside what is not text. */
  hidden: number
}

const blocks = /^(p|div|h[1-6]|blockquote|pre|table|section|article|header|footer|center)$/
const silent = /^(style|script|title|head)$/
const tagOrText = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|([^<]+)|</gi

/** Sanitised HTML as text: paragraphs apart, items marked, links followed by their address. */
export function htmlToText(html: string): string {
  const walk: Walk = { out: '', lists: [], links: [], hidden: 0 }
  for (const [whole, slash, name, attributes, text] of html.matchAll(tagOrText)) {
    if (name === undefined) addText(walk, text ?? whole)
    else if (slash === '/') close(walk, name.toLowerCase())
    else open(walk, name.toLowerCase(), attributes ?? '')
  }
  return walk.out
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function addText(walk: Walk, html: string): void {
  if (walk.hidden > 0) return
  const text = decodeEntities(html.replace(/[ \t\r\n]+/g, ' ')).replaceAll('\u00a0', ' ')
  walk.out += /(^|\s)$/.test(walk.out) ? text.replace(/^ /, '') : text
}

function open(walk: Walk, name: string, attributes: string): void {
  if (silent.test(name)) walk.hidden++
  else if (blocks.test(name)) breakLines(walk, walk.lists.length > 0 ? 1 : 2)
  else if (name === 'br') walk.out += '\n'
  else if (name === 'hr') walk.out += '\n\n---\n\n'
  else if (name === 'tr') breakLines(walk, 1)
  else if (name === 'ul' || name === 'ol') {
    breakLines(walk, walk.lists.length === 0 ? 2 : 1)
    walk.lists.push(name === 'ol' ? Number(attribute(attributes, 'start') || 1) - 1 : null)
  } else if (name === 'li') openItem(walk)
  else if (name === 'img') addText(walk, attribute(attributes, 'alt'))
  else if (name === 'a')
    walk.links.push({ at: walk.out.length, href: decodeEntities(attribute(attributes, 'href')) })
}

function openItem(walk: Walk): void {
  breakLines(walk, 1)
  const last = walk.lists.length - 1
  const number = walk.lists[last]
  const indent = '  '.repeat(Math.max(last, 0))
  if (typeof number === 'number') walk.lists[last] = number + 1
  walk.out += `${indent}${typeof number === 'number' ? `${number + 1}.` : '-'} `
}

function close(walk: Walk, name: string): void {
  if (silent.test(name)) walk.hidden = Math.max(0, walk.hidden - 1)
  else if (blocks.test(name)) breakLines(walk, walk.lists.length > 0 ? 1 : 2)
  else if (name === 'td' || name === 'th') walk.out += ' '
  else if (name === 'ul' || name === 'ol') {
    walk.lists.pop()
    breakLines(walk, walk.lists.length === 0 ? 2 : 1)
  } else if (name === 'a') closeLink(walk)
}

function closeLink(walk: Walk): void {
  const link = walk.links.pop()
  if (!link?.href || link.href.startsWith('#')) return
  const words = walk.out.slice(link.at).trim()
  const isSame = words === link.href || words === link.href.replace(/^(https?:\/\/|mailto:|tel:)/, '')
  if (words === '') walk.out += link.href
  else if (!isSame) walk.out += ` (${link.href})`
}

function breakLines(walk: Walk, count: number): void {
  // The mark of an item stays on the line of its first paragraph.
  if (walk.out === '' || /(^|\n) *(-|\d+\.) $/.test(walk.out.slice(-40))) return
  const trimmed = walk.out.replace(/ +$/, '')
  const had = /\n*$/.exec(trimmed.slice(-4))![0].length
  walk.out = trimmed + '\n'.repeat(Math.max(0, count - had))
}

const attribute = (attributes: string, name: string): string =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)?.slice(1).join('') ??
  ''
