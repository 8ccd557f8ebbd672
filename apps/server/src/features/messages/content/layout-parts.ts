/** What the layouts of blocks share. */
import type { ImageSource } from '@muster/contract/messages/blocks/image'
import type { DesignSettings } from '@muster/contract/messages/design'
import type { Language } from '@muster/contract/paging'
import { isReadableInTheDark } from './dark-mode.ts'
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
export interface Surroundings extends LayoutOptions {
  look: DesignSettings
  /** Of the column, in pixels. */
  width: number
  /** Between the column's edges and what is in it, in pixels. */
  sidePadding: number
  /** Whether the column or its section has a background of its own, which stays in dark mode. */
  isTinted: boolean
}

interface Box {
  paddingTop: number
  paddingBottom: number
  backgroundColor: string | null
}

export const box = (
  { paddingTop, paddingBottom, backgroundColor }: Box,
  sides: number,
): Record<string, string> => ({
  padding: `${paddingTop}px ${sides}px ${paddingBottom}px`,
  ...(backgroundColor ? { 'container-background-color': backgroundColor } : {}),
})

export function text(
  own: Box & { align?: string; color?: string | null; fontSize?: number | null },
  content: string,
  { sidePadding, isTinted }: Surroundings,
): MjmlNode {
  // A background that the author chose stays in dark mode, and so do the words on it; a color alone, if it can be read.
  const keepsColors = isTinted || own.backgroundColor || (own.color && isReadableInTheDark(own.color))
  return {
    tagName: 'mj-text',
    attributes: {
      ...box(own, sidePadding),
      ...(own.align ? { align: own.align } : {}),
      ...(own.color ? { color: own.color } : {}),
      ...(own.fontSize ? { 'font-size': `${own.fontSize}px` } : {}),
      'css-class': keepsColors ? 'm-text' : 'm-text m-auto',
    },
    content,
  }
}

export const lines = (words: string): string => escapeHtml(words).replace(/\r?\n/g, '<br />')

export const anchor = (url: string, words: string, look: DesignSettings): string =>
  withLinkColor(`<a href="${escapeHtml(url)}" target="_blank">${lines(words)}</a>`, look)

/** Mail programs that drop style sheets color links by themselves, unless the link says otherwise. */
export const withLinkColor = (html: string, { linkColor }: DesignSettings): string =>
  html.replace(/<a (?![^<>]*style=)/g, `<a style="color:${linkColor}" `)
