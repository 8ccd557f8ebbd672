/** One event of the audit log, with each value before and after. */
import type { AuditEvent } from '@muster/contract/audit/audit.api'
import { type ApiScope, apiScopes } from '@muster/contract/integrations/api-scopes'
import { type WebhookKind, webhookKinds } from '@muster/contract/integrations/webhooks.api'
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import styles from '../../../ui/shared.module.css'
import table from '../../../ui/Table.module.css'
import classes from './AuditLog.module.css'
import { eventTitle } from './event-title.ts'

const isFeature = (name: string): name is FeaturePermission =>
  (featurePermissions as readonly string[]).includes(name)
const isScope = (name: string): name is ApiScope => (apiScopes as readonly string[]).includes(name)
const isKind = (name: string): name is WebhookKind => (webhookKinds as readonly string[]).includes(name)
/** As JSON has it, in UTC. */
const isDateTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)

export function EventDrawer({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { t, i18n } = useTranslation(['audit', 'integrations', 'roles', 'webhooks'])
  const format = useFormat()
  const { before, after, by, network } = event
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const label = (name: string) =>
    i18n.exists(`audit:value.${name}`) ? t(`value.${name}` as 'value.name') : name
  const nameOf = (value: string) => {
    if (isFeature(value)) return t(`roles:feature.${value}`)
    if (isKind(value)) return t(`webhooks:kind.${value}`)
    return isScope(value) ? t(`integrations:scope.${value}`) : value
  }
  const text = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (Array.isArray(value) && value.length === 0) return '–'
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      return format.list(value.map(nameOf))
    if (typeof value === 'string' && isDateTime(value)) return format.dateTime(value)
    return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
  }
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
                {before && <td className={classes.values}>{text(before[name])}</td>}
                {after && <td className={classes.values}>{text(after[name])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  )
}
