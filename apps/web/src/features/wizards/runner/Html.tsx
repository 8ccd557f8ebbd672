/** Texts of a wizard. The server has sanitized them already; sanitized again as a second line of defence. */
import DOMPurify from 'dompurify'
import { useMemo } from 'react'
import classes from './Runner.module.css'

export function Html({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, { ADD_ATTR: ['target'] }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
  return <div className={classes.html} dangerouslySetInnerHTML={{ __html: clean }} />
}
