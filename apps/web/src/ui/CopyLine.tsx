/** A text with a copy button. */
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './CopyLine.module.css'
import { IconButton } from './IconButton.tsx'
import styles from './shared.module.css'
import { toast } from './toasts.ts'

export function CopyLine({
  label,
  help,
  text,
  href,
}: {
  label: string
  help?: ReactNode
  text: string
  /** Where the text is an address that can be opened. */
  href?: string
}) {
  const { t } = useTranslation(['common'])
  const id = useId()
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => toast.success(t('copied')),
      () => toast.info(text),
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend apart from the other labels
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes.label}>
        {label}
      </div>
      <div className={classes.line}>
        {href ? (
          <a href={href} target="_blank" rel="noreferrer">
            {text}
          </a>
        ) : (
          <code>{text}</code>
        )}
        <IconButton glyph="copy" label={t('copyNamed', { name: label })} onClick={copy} />
      </div>
      {help && <p className={styles.note}>{help}</p>}
    </div>
  )
}
