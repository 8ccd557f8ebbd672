/** Says that somebody else saved the role meanwhile, before anything is overwritten. */
import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'

export function ChangedByOthers({ onReload }: { onReload: () => void }) {
  const { t } = useTranslation('roles')
  return (
    <Alert color="yellow" icon={<Glyph name="warning" />} mb="md">
      <div className={styles.wrapRow12}>
        {t('changed.text')}
        <Button size="xs" variant="default" onClick={onReload}>
          {t('changed.reload')}
        </Button>
      </div>
    </Alert>
  )
}
