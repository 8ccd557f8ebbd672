/** Where the user is signed in, and how to end the other sessions. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { deviceOf } from '../device.ts'
import classes from './Sessions.module.css'

export function Sessions() {
  const { t } = useTranslation(['users'])
  const format = useFormat()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { data, isError, error, refetch } = useApi(api.auth.sessions, {})
  const [isEnding, setEnding] = useState(false)
  const others = data?.items.filter(({ isCurrent }) => !isCurrent) ?? []
  const end = async (ids: readonly string[]) => {
    setEnding(true)
    try {
      for (const sessionId of ids) await call(api.auth.revokeSession, { params: { sessionId } })
      toast.success(t('sessions.ended', { count: ids.length }))
    } catch (failure) {
      toast.error(errorText(failure))
    }
    setEnding(false)
    await refreshChanged(queryClient, api.auth.revokeSession)
  }
  return (
    <section className={classes.sessions} aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('sessions.title')}</h2>
      {isError && !data ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : !data ? (
        <FormSkeleton rowCount={1} />
      ) : (
        <>
          <ul className={classes.list}>
            {data.items.map(({ id, userAgent, ipAddress, createdAt, isCurrent }) => {
              const device = deviceOf(userAgent)
              const name = device ? t('sessions.device', device) : t('sessions.unknown')
              return (
                <li key={id} className={classes.session}>
                  <span className={classes.names}>
                    <strong>{name}</strong>
                    <span>
                      {[t('sessions.since', { when: format.dateTime(createdAt) }), ipAddress]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </span>
                  {isCurrent ? (
                    <Tag color="green">{t('sessions.current')}</Tag>
                  ) : (
                    <Button
                      size="xs"
                      variant="default"
                      disabled={isEnding}
                      aria-label={t('sessions.endOne', { name })}
                      onClick={() => void end([id])}
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
          {others.length > 0 && (
            <Button variant="default" loading={isEnding} onClick={() => void end(others.map(({ id }) => id))}>
              {t('sessions.endOthers')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
