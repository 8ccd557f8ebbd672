import { expect, test } from 'vitest'
import { embedUrl, feedsOf, iframeTag, publicUrl, scriptTag } from './snippets.ts'

const origin = 'https://data.example.org'
const plain = { language: 'en', height: null, hideFilters: false } as const

test('the script tag has the view and only the chosen options', () => {
  expect(scriptTag(origin, 3, '7f', plain)).toBe(
    `<script src="${origin}/widget.js" data-team="3" data-view="7f" data-language="en" async></script>`,
  )
  const all = { language: 'fr', height: 480, hideFilters: true } as const
  expect(scriptTag(origin, 3, '7f', all)).toBe(
    `<script src="${origin}/widget.js" data-team="3" data-view="7f" data-language="fr" data-height="480" data-hide-filters="1" async></script>`,
  )
})

test('the iframe links to the page without its header', () => {
  expect(publicUrl(origin, 3, '7f')).toBe(`${origin}/public/team-3/views/7f`)
  expect(embedUrl(origin, 3, '7f', plain)).toBe(`${origin}/public/team-3/views/7f?embed=1&language=en`)
  const tag = iframeTag(origin, 3, '7f', 'Fairs & "markets"', plain)
  expect(tag).toContain(`src="${origin}/public/team-3/views/7f?embed=1&amp;language=en"`)
  expect(tag).toContain('title="Fairs &amp; &quot;markets&quot;"')
})

test('calendars have feeds, all views have data files', () => {
  const formats = (type: 'list' | 'calendar') =>
    feedsOf(origin, 3, { publicKey: '7f', type }, plain).map(({ format }) => format)
  expect(formats('list')).toEqual(['JSON', 'CSV'])
  expect(formats('calendar')).toEqual(['iCal', 'JSON', 'CSV'])
  expect(feedsOf(origin, 3, { publicKey: '7f', type: 'list' }, plain)[1]?.url).toBe(
    `${origin}/api/public/teams/3/dataViews/7f.csv?language=en`,
  )
})
