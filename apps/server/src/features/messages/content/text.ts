/** The text of mails and text messages, and what their lists say in it. */
import type { ViewListSettings } from '@muster/contract/messages/blocks/definition'
import type { ViewList } from './layout-parts.ts'
import { withoutMarks } from './marks.ts'

/** A list of records as lines, its values free of marks. */
export function listToText(
  { layout, showsTitles, emptyText }: ViewListSettings,
  { titles, rows }: ViewList,
): string {
  if (rows.length === 0) return emptyText
  const named = (value: string, n: number) => (showsTitles && titles[n] ? `${titles[n]}: ${value}` : value)
  const written = rows.map(({ cells, url }) => {
    const [first = '', ...rest] = cells.map((cell) => cell.replace(/\s*\n\s*/g, ' '))
    const others = rest.flatMap((value, n) => (value === '' ? [] : [named(value, n + 1)]))
    if (layout === 'table') return `- ${[first, ...others, ...(url ? [url] : [])].join(' | ')}`
    return [`- ${first}`, ...others.map((line) => `  ${line}`), ...(url ? [`  ${url}`] : [])].join('\n')
  })
  return written.join('\n')
}

/** A view's records as they may stand in a plan. */
export function cleanList({ titles, rows }: ViewList): ViewList {
  return {
    titles: titles.map(withoutMarks),
    rows: rows.map(({ cells, url }) => ({
      cells: cells.map(withoutMarks),
      url: url !== null && /^https?:\/\//i.test(url) ? withoutMarks(url) : null,
    })),
  }
}
