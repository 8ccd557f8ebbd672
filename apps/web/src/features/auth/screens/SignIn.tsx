/** /login: signs in and goes to where the visitor was heading. */
import { Anchor, Button, Checkbox, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { checks } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { OidcButton } from '../components/OidcButton.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { useEnter } from '../use-enter.ts'

export function SignIn() {
  const { t } = useTranslation(['auth', 'errors'])
  const { redirect, email = '' } = useSearch({ from: '/login' })
  const enter = useEnter()
  const [isResent, setResent] = useState(false)
  const check = checks(t)
  const form = useForm(
    { email, password: '', rememberMe: true },
    {
      checks: { email: check.email, password: check.password },
      send: async (values) => {
        const { session } = await call(api.auth.signIn, { body: values })
        await enter(session, redirect)
      },
    },
  )
  const isUnverified =
    form.failure?.error instanceof ApiError && form.failure.error.code === 'email_not_verified'

  return (
    <AuthPage
      title={t('signIn.title')}
      footer={
        <>
          {t('signIn.noAccount')} <Link to="/sign-up">{t('signUp.title')}</Link>
        </>
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <FormStack>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            {...form.input('email')}
          />
          <PasswordField label={t('password')} autoComplete="current-password" {...form.input('password')} />
          <div style={{ display: 'flex', justifyContent: 'space-between', gap: 16 }}>
            <Checkbox size="xs" label={t('signIn.remember')} {...form.checkbox('rememberMe')} />
            <Anchor component={Link} to="/forgot-password" fz={13}>
              {t('signIn.forgot')}
            </Anchor>
          </div>
          <Failure text={form.failure?.text}>
            {isUnverified && !isResent && (
              <div>
                <Anchor
                  component="button"
                  type="button"
                  fz={13}
                  c="inherit"
                  td="underline"
                  onClick={async () => {
                    await call(api.auth.resendVerification, {
                      body: { email: form.values.email, language: currentLanguage() },
                    })
                    setResent(true)
                  }}
                >
                  {t('signIn.resend')}
                </Anchor>
              </div>
            )}
            {isResent && <div>{t('signUp.resent')}</div>}
          </Failure>
          <Button type="submit" fullWidth loading={form.isSending}>
            {t('signIn.submit')}
          </Button>
        </FormStack>
      </form>
      <OidcButton redirect={redirect} rememberMe={form.values.rememberMe} />
    </AuthPage>
  )
}
