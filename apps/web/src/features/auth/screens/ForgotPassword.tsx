/** /forgot-password: sends a link; says the same whether the address is known or not. */
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { checks } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'

export function ForgotPassword() {
  const { t } = useTranslation(['auth', 'errors'])
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm(
    { email: '' },
    {
      checks: { email: checks(t).email },
      send: async (values) => {
        await call(api.auth.forgotPassword, { body: { ...values, language: currentLanguage() } })
        setSentTo(values.email.trim())
      },
    },
  )
  const footer = <Link to="/login">{t('backToSignIn')}</Link>
  if (sentTo) {
    return (
      <AuthPage title={t('signUp.sentTitle')} text={t('forgot.sent', { email: sentTo })} footer={footer} />
    )
  }
  return (
    <AuthPage title={t('forgot.title')} text={t('forgot.text')} footer={footer}>
      <form onSubmit={form.onSubmit} noValidate>
        <FormStack>
          <TextInput label={t('email')} type="email" autoComplete="username" {...form.input('email')} />
          <Failure text={form.failure?.text} />
          <Button type="submit" fullWidth loading={form.isSending}>
            {t('forgot.submit')}
          </Button>
        </FormStack>
      </form>
    </AuthPage>
  )
}
