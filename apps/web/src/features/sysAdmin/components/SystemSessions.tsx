/** Where a user is signed in, with a button to end each session. */
import { Button } from '@mantine/core'
import type { SystemUser } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { deviceOf } from '../../users/public.ts'
import { useSystemUserActs } from '../data/use-system-user-acts.ts'
import classes from './SystemSessions.module.css'

export function SystemSessions({ user, isOwn }: { user: SystemUser; isOwn: boolean }) {
  const { t } = useTranslation(['sysAdmin', 'users'])
  const format = useFormat()
  const acts = useSystemUserActs()
  const { data, error, refetch } = useApi(api.sysAdmin.sessions, { params: { userId: user.userId } })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <FormSkeleton rowCount={1} />
  return (
    <section aria-labelledby="system-sessions">
      <h3 id="system-sessions" className={classes.title}>
        {t('users.sessions')}
      </h3>
      {data.items.length === 0 && <p className={shared.note}>{t('users.noSessions')}</p>}
      <ul className={classes.list}>
        {data.items.map(({ id, userAgent, ipAddress, createdAt }) => {
          const device = deviceOf(userAgent)
          const name = device ? t('users:sessions.device', device) : t('users:sessions.unknown')
          return (
            <li key={id}>
              <span>
                <strong>{name}</strong>
                <span className={shared.smallLine}>
                  {[t('users:sessions.since', { when: format.dateTime(createdAt) }), ipAddress]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {!isOwn && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('users:sessions.endOne', { name })}
                  onClick={() => void acts.endSession(user, id)}
                >
                  {t('users:sessions.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
