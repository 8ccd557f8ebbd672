/** The code by which websites embed a view: a script tag, an iframe, feeds. */
import type { Language } from '@muster/contract/paging'
import type { DataViewType } from '@muster/contract/views/types/definition'
import { viewTypes } from '@muster/contract/views/types/index'
import { api, urlOf } from '../../../../lib/api.ts'
import { htmlTag } from '../../../../lib/html-tag.ts'

export interface WidgetOptions {
  language: Language
  /** Pixels; null: as high as its content, which only a script can pass to the page. */
  height: number | null
  hideFilters: boolean
}

export const publicUrl = (origin: string, teamId: number, publicKey: string): string =>
  `${origin}/public/team-${teamId}/views/${publicKey}`

/** The public page for an iframe: without header and footer. */
export function embedUrl(
  origin: string,
  teamId: number,
  publicKey: string,
  { language, hideFilters }: WidgetOptions,
): string {
  const query = new URLSearchParams({ embed: '1', language })
  if (hideFilters) query.set('hideFilters', '1')
  return `${publicUrl(origin, teamId, publicKey)}?${query}`
}

export function scriptTag(origin: string, teamId: number, publicKey: string, options: WidgetOptions): string {
  return htmlTag('script', [
    ['src', `${origin}/widget.js`],
    ['data-team', String(teamId)],
    ['data-view', publicKey],
    ['data-language', options.language],
    ...(options.height === null ? [] : [['data-height', String(options.height)] as const]),
    ...(options.hideFilters ? [['data-hide-filters', '1'] as const] : []),
    ['async', null],
  ])
}

/** A default height that suits most views. */
const usualHeight = 600

export function iframeTag(
  origin: string,
  teamId: number,
  publicKey: string,
  title: string,
  options: WidgetOptions,
): string {
  return htmlTag('iframe', [
    ['src', embedUrl(origin, teamId, publicKey, options)],
    ['title', title],
    ['width', '100%'],
    ['height', String(options.height ?? usualHeight)],
    ['style', 'border:0'],
    ['loading', 'lazy'],
  ])
}

/** Calendars have feeds for calendar programs, all views have data files. */
export function feedsOf(
  origin: string,
  teamId: number,
  { publicKey, type }: { publicKey: string; type: DataViewType },
  { language }: Pick<WidgetOptions, 'language'>,
): { format: string; url: string }[] {
  const { publicIcs, publicJson, publicCsv } = api.views
  const feeds = [
    ...(viewTypes[type].reads === 'events' ? [{ format: 'iCal', endpoint: publicIcs }] : []),
    { format: 'JSON', endpoint: publicJson },
    { format: 'CSV', endpoint: publicCsv },
  ]
  return feeds.map(({ format, endpoint }) => ({
    format,
    url: `${origin}${urlOf(endpoint, { params: { teamId, publicKey }, query: { language } })}`,
  }))
}
