/** The records of a view in a mail, as a list or as a table. */
import type { BlockSettings } from '@muster/contract/messages/blocks/index'
import { escapeHtml } from './escape.ts'
import { anchor, lines, type MjmlNode, type Surroundings, text } from './layout-parts.ts'

/** The rows of a table one below the other, since its columns would be narrower than their words. */
export const tableOnPhones = `@media only screen and (max-width:479px){${[
  '.m-table,.m-table tbody,.m-table tr,.m-table td{display:block !important}',
  '.m-table tr.m-heads{display:none !important}',
  '.m-table tr{padding:8px 0;border-bottom:1px solid #d4d4d8}',
  '.m-table td{padding:0 !important;border:0 !important}',
  '.m-table td:first-child{font-weight:600}',
  '.m-table td[data-title]::before{content:attr(data-title) ": "}',
].join('')}}`

export function viewList(own: BlockSettings<'view_list'>, around: Surroundings, blockId: string): MjmlNode[] {
  const { lists, look } = around
  const { titles, rows } = lists.get(blockId) ?? { titles: [], rows: [] }
  if (rows.length === 0) return own.emptyText ? [text(own, lines(own.emptyText), around)] : []
  const linked = (cell: string, url: string | null) => (url ? anchor(url, cell, look) : lines(cell))
  if (own.layout === 'table') {
    const cell = 'padding:6px 8px;border-bottom:1px solid #d4d4d8;text-align:left;vertical-align:top'
    const heads = titles.map(
      (title) => `<th scope="col" style="${cell};font-weight:600">${lines(title)}</th>`,
    )
    const body = rows.map(({ cells, url }) => {
      const written = cells.map((value, n) => {
        const title = own.showsTitles && n > 0 ? ` data-title="${escapeHtml(titles[n] ?? '')}"` : ''
        return `<td${title} style="${cell}">${linked(value, n === 0 ? url : null)}</td>`
      })
      return `<tr>${written.join('')}</tr>`
    })
    const table = `<table class="m-table" role="table" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">`
    return [
      text(
        own,
        `${table}${own.showsTitles ? `<tr class="m-heads">${heads.join('')}</tr>` : ''}${body.join('')}</table>`,
        around,
      ),
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
  return [text(own, items.join(''), around)]
}
