import { plainText } from '@muster/contract/text'
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import { TextCell } from '../common/cells.tsx'
import type { CellProps } from '../definition.ts'
import classes from './Cell.module.css'
import type { FormattedTextSettings } from './Settings.tsx'

/** The server has sanitized the HTML already; sanitized again as a second line of defence. */
export function Cell({ value, variant }: CellProps<string, FormattedTextSettings>) {
  const html = useMemo(
    () => (variant === 'block' ? DOMPurify.sanitize(value, { ADD_ATTR: ['target'] }) : ''),
    [value, variant],
  )
  if (variant === 'line') return <TextCell text={plainText(value)} variant="line" />
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
}
