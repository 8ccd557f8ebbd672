/** A text as the canvas shows it, its merge fields as chips. */
import { liquidPattern, type MergeChoice } from '@muster/contract/messages/merge'
import { Fragment } from 'react'
import classes from './editor.module.css'
import { mergeLabel, useEditorContext } from './editor-context.ts'

export function MergeText({ text }: { text: string }) {
  const { fields } = useEditorContext()
  return splitLiquid(text).map(({ isLiquid, part, at }) =>
    isLiquid ? (
      <span key={at} className={classes.chip} title={part}>
        {mergeLabel(part, fields)}
      </span>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

function splitLiquid(text: string): { part: string; isLiquid: boolean; at: number }[] {
  const parts = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(liquidPattern)) {
    if (index > at) parts.push({ part: text.slice(at, index), isLiquid: false, at })
    parts.push({ part: found, isLiquid: true, at: index })
    at = index + found.length
  }
  if (at < text.length) parts.push({ part: text.slice(at), isLiquid: false, at })
  return parts
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Formatted text with its merge fields as chips, to be sanitised and shown. */
export function chipHtml(editorHtml: string, fields: readonly MergeChoice[]): string {
  return editorHtml.replace(/<span data-merge="([^"]*)"><\/span>/g, (_all, expression: string) => {
    const decoded = expression.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    return `<span class="${classes.chip}">${escapeHtml(mergeLabel(decoded.replaceAll('&amp;', '&'), fields))}</span>`
  })
}
