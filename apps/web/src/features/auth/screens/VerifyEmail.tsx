/** /verify-email?token=: confirms the address with the token of the mail and signs in. */
import { Button, Loader } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { handleSignedIn } from '../session.ts'

export function VerifyEmail() {
  const { t } = useTranslation(['auth'])
  const { token } = useSearch({ from: '/verify-email' })
  const navigate = useNavigate()
  const errorText = useErrorText()
  const [state, setState] = useState<'working' | 'done' | { text: string }>('working')
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return // a token works once
    hasStarted.current = true
    if (!token) return setState({ text: t('verify.missing') })
    call(api.auth.verifyEmail, { body: { token } })
      .then(() => handleSignedIn())
      .then(() => setState('done'))
      .catch((error: unknown) => setState({ text: errorText(error) }))
  }, [token, t, errorText])

  return (
    <AuthPage title={t('verify.title')} footer={<Link to="/login">{t('backToSignIn')}</Link>}>
      <div aria-live="polite">
        {state === 'working' && (
          <p style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            <Loader size={16} /> {t('verify.working')}
          </p>
        )}
        {state === 'done' && (
          <>
            <p style={{ marginBottom: 16 }}>{t('verify.done')}</p>
            <Button onClick={() => void navigate({ to: '/' })}>{t('verify.continue')}</Button>
          </>
        )}
        {typeof state === 'object' && <Failure text={state.text} />}
      </div>
    </AuthPage>
  )
}
