/**
 * Copy, cut and paste by the browser's own events: they need no permission and work without https. Rows that are
 * not loaded yet are fetched first, and then written by the clipboard API. Long texts are parsed in slices.
 */
import { useEffect } from 'react'
import { inSlices } from '../../../lib/slices.ts'
import { htmlRows, isBetterThanText } from '../data/html-table.ts'
import { formatTsv, tsvRows } from '../data/tsv.ts'
import type { CellRange, DataGridProps } from './port.ts'

/** A copy of more cells than this is refused: it would not fit a clipboard in reasonable time. */
const maxCopied = 200_000

export interface Copying extends Pick<DataGridProps, 'onCopy' | 'onClear' | 'onPaste' | 'canPaste'> {
  /** What is selected. */
  range(): CellRange | null
}

export function useClipboard(wrapper: { current: HTMLElement | null }, copying: () => Copying): void {
  useEffect(() => {
    const rangeNow = () => (wrapper.current?.contains(document.activeElement) ? copying().range() : null)
    const onCopy = (event: ClipboardEvent) => {
      const range = rangeNow()
      if (!range || range.width * range.height > maxCopied) return
      event.preventDefault()
      const texts = copying().onCopy(range)
      if (Array.isArray(texts)) {
        event.clipboardData?.setData('text/plain', formatTsv(texts))
        event.clipboardData?.setData('text/html', tableOf(texts))
      } else void texts.then(writeLate)
      if (event.type === 'cut') copying().onClear(range)
    }
    const onPaste = (event: ClipboardEvent) => {
      const range = rangeNow()
      if (!range || !copying().canPaste) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const html = event.clipboardData?.getData('text/html') ?? ''
      const steps = isBetterThanText(html, text) ? htmlRows(html) : text ? tsvRows(text) : null
      if (!steps) return
      event.preventDefault()
      void inSlices(steps).then((rows) => rows.length > 0 && copying().onPaste(range, rows))
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCopy)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCopy)
      document.removeEventListener('paste', onPaste)
    }
  }, [wrapper, copying])
}

/** Both formats where the browser supports it, else the text. */
async function writeLate(rows: string[][]): Promise<void> {
  const text = formatTsv(rows)
  const { clipboard } = navigator
  if (typeof ClipboardItem === 'undefined' || !clipboard?.write) return clipboard?.writeText(text)
  const part = (type: string, content: string) => ({ [type]: new Blob([content], { type }) })
  await clipboard.write([
    new ClipboardItem({ ...part('text/plain', text), ...part('text/html', tableOf(rows)) }),
  ])
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '<br>',
}
const escaped = (text: string) => text.replace(/[&<>"\n]/g, (one) => escapes[one] ?? one)

/** Marked as ours, so that it is read back from its text. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escaped(cell)}</td>`).join('')
  return `<table data-muster-cells>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`
}
