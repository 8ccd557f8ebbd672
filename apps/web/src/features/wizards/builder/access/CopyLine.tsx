/** A text with a copy button. */
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../ui/IconButton.tsx'
import styles from '../../../../ui/shared.module.css'
import { toast } from '../../../../ui/toasts.ts'
import classes from './access.module.css'

export function CopyLine({ label, help, text }: { label: string; help?: string; text: string }) {
  const { t } = useTranslation(['wizards', 'common'])
  const id = useId()
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => toast.success(t('common:copied')),
      () => toast.info(text),
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend apart from the other labels
    <div role="group" aria-labelledby={id}>
      <div id={id} className={classes.label}>
        {label}
      </div>
      <div className={classes.address}>
        <code>{text}</code>
        <IconButton glyph="copy" label={t('wizards:access.copy', { name: label })} onClick={copy} />
      </div>
      {help && <p className={styles.note}>{help}</p>}
    </div>
  )
}
