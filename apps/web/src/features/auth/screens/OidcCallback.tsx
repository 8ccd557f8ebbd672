/** /login/callback: the provider sends people here; signs in and goes to where they were heading. */
import { Loader } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { useEnter } from '../use-enter.ts'

export function OidcCallback() {
  const { t } = useTranslation(['auth', 'errors'])
  const { state, code, error, iss } = useSearch({ from: '/login/callback' })
  const enter = useEnter()
  const errorText = useErrorText()
  const [failure, setFailure] = useState<string>()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return // a code works once
    hasStarted.current = true
    if (state === undefined) return setFailure(t('errors:oidc_failed'))
    const finish = async () => {
      const { session, redirect } = await call(api.auth.finishOidc, { body: { state, code, error, iss } })
      await enter(session, redirect ?? undefined)
    }
    finish().catch((reason: unknown) => setFailure(errorText(reason)))
  }, [state, code, error, iss, t, enter, errorText])

  return (
    <AuthPage title={t('auth:oidc.title')} footer={<Link to="/login">{t('auth:backToSignIn')}</Link>}>
      <div aria-live="polite">
        {failure ? (
          <Failure text={failure} />
        ) : (
          <p style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <Loader size={16} /> {t('auth:oidc.working')}
          </p>
        )}
      </div>
    </AuthPage>
  )
}
