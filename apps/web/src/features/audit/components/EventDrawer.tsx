/** One event of the audit log, with each value before and after. */
import type { AuditEvent } from '@muster/contract/audit/audit.api'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import styles from '../../../ui/shared.module.css'
import table from '../../../ui/Table.module.css'
import classes from './AuditLog.module.css'
import { eventTitle } from './event-title.ts'
import { isUnset, useValueTexts } from './use-value-texts.ts'

export function EventDrawer({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { t } = useTranslation('audit')
  const { label, text } = useValueTexts()
  const format = useFormat()
  const { before, after, by, network } = event
  const all = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  // Something new has dozens of settings that nobody set.
  const names = all.filter((name) => !isUnset(before?.[name]) || !isUnset(after?.[name]))
  const who = by ? by.name || t('formerUser') : t('system')
  return (
    <Drawer title={`${eventTitle(t, event)} ${event.subjectName}`} onClose={onClose} isModal width={640}>
      <p className={styles.note}>{[format.dateTime(event.at), who, network].filter(Boolean).join(' · ')}</p>
      {names.length > 0 && (
        <table className={table.table} aria-label={t('changes')}>
          <thead>
            <tr>
              <th scope="col">{t('valueName')}</th>
              {before && <th scope="col">{t('before')}</th>}
              {after && <th scope="col">{t('after')}</th>}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{label(name)}</th>
                {before && <td className={classes.values}>{text(name, before[name])}</td>}
                {after && <td className={classes.values}>{text(name, after[name])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
