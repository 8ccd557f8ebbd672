/** The list of keyboard shortcuts, opened by Shift+?. */
import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './Shortcuts.module.css'
import { modKey } from './TopBar.tsx'

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shell'])
  const rows = [
    [t('shortcuts.palette'), `${modKey} K`],
    [t('shortcuts.sideBar'), `${modKey} B`],
    [t('shortcuts.previousRecord'), `${modKey} ⇧ ,`],
    [t('shortcuts.nextRecord'), `${modKey} ⇧ .`],
    [t('shortcuts.undoToast'), 'F8'],
    [t('shortcuts.help'), '?'],
  ] as const
  return (
    <Dialog title={t('shortcuts.title')} onClose={onClose} width={400}>
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
    </Dialog>
  )
}
