/** The header of a dialog or drawer: title, tools, and close button. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'
import classes from './PanelHead.module.css'

export function PanelHead({
  id,
  title,
  tools,
  onClose,
}: {
  id: string
  title: string
  tools?: ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation('common')
  return (
    <div className={classes.head}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={classes.tools}>
        {tools}
        <IconButton glyph="close" label={t('close')} onClick={onClose} />
      </div>
    </div>
  )
}
