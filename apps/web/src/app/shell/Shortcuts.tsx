/** The list of keyboard shortcuts, opened by Shift+?. */
import { Kbd, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Shortcuts.module.css'
import { modKey } from './TopBar.tsx'

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell', 'common'])
  const rows = [
    [t('shell:shortcuts.palette'), `${modKey} K`],
    [t('shell:shortcuts.sideBar'), `${modKey} B`],
    [t('shell:shortcuts.undoToast'), 'F8'],
    [t('shell:shortcuts.help'), '?'],
  ] as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shell:shortcuts.title')}
      size={400}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <dl className={classes.list}>
        {rows.map(([what, keys]) => (
          <div key={what} className={classes.row}>
            <dt>{what}</dt>
            <dd>
              <Kbd>{keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
