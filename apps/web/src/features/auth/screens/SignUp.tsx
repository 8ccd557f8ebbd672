/** /sign-up: creates an account; the address is confirmed by mail. */
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { toast } from '../../../ui/toasts.ts'
import { checks, newPasswordHelp } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { PasswordField } from '../components/PasswordField.tsx'

export function SignUp() {
  const { t } = useTranslation(['auth', 'errors'])
  const [sentTo, setSentTo] = useState<string | null>(null)
  const check = checks(t)
  const form = useForm(
    { name: '', email: '', password: '' },
    {
      checks: { name: check.name, email: check.email, password: check.newPassword },
      send: async (values) => {
        await call(api.auth.signUp, { body: { ...values, language: currentLanguage() } })
        setSentTo(values.email.trim())
      },
    },
  )

  if (sentTo) {
    return (
      <AuthPage
        title={t('signUp.sentTitle')}
        text={t('signUp.sentText', { email: sentTo })}
        footer={<Link to="/login">{t('backToSignIn')}</Link>}
      >
        <Button
          variant="default"
          onClick={async () => {
            await call(api.auth.resendVerification, { body: { email: sentTo, language: currentLanguage() } })
            toast.success(t('signUp.resent'))
          }}
        >
          {t('signIn.resend')}
        </Button>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title={t('signUp.title')}
      footer={
        <>
          {t('signUp.haveAccount')} <Link to="/login">{t('signIn.title')}</Link>
        </>
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <FormStack>
          <TextInput label={t('name')} autoComplete="name" {...form.input('name')} />
          <TextInput label={t('email')} type="email" autoComplete="username" {...form.input('email')} />
          <PasswordField
            label={t('password')}
            description={newPasswordHelp(t)}
            autoComplete="new-password"
            {...form.input('password')}
          />
          <Failure text={form.failure?.text} />
          <Button type="submit" fullWidth loading={form.isSending}>
            {t('signUp.submit')}
          </Button>
        </FormStack>
      </form>
    </AuthPage>
  )
}
