/** Recovery codes, shown once. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../ui/Drawer.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { toast } from '../../../ui/toasts.ts'
import classes from './SecondFactor.module.css'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  const copy = () => {
    navigator.clipboard?.writeText(codes.join('\n')).then(
      () => toast.success(t('common:copied')),
      () => toast.error(t('users:secondFactor.copyFailed')),
    )
  }
  return (
    <Drawer
      title={t('users:secondFactor.codesTitle')}
      isModal
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('users:secondFactor.done')}</Button>}
    >
      <div className={classes.step}>
        <p>{t('users:secondFactor.codesHelp')}</p>
        <ul className={classes.codes} aria-label={t('users:secondFactor.codesTitle')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Button variant="default" leftSection={<Glyph name="copy" size={14} />} onClick={copy}>
          {t('common:copy')}
        </Button>
      </div>
    </Drawer>
  )
}
