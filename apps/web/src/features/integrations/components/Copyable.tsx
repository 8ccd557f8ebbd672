/** A text to copy, such as a token or a command, with a button. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { toast } from '../../../ui/toasts.ts'
import classes from './Tokens.module.css'

export function Copyable({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation(['integrations', 'common'])
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => toast.success(t('common:copied')),
      () => toast.error(t('toast.copyFailed')),
    )
  }
  return (
    <div className={classes.part}>
      <div className={classes.head}>
        <span className={classes.label}>{label}</span>
        <Button
          size="xs"
          variant="default"
          leftSection={<Glyph name="copy" size={14} />}
          aria-label={t('created.copyOf', { what: label })}
          onClick={copy}
        >
          {t('created.copy')}
        </Button>
      </div>
      <code className={classes.text}>{text}</code>
    </div>
  )
}
