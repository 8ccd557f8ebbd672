/** /reset-password?token=: sets a new password with the token of the mail. */
import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { toast } from '../../../ui/toasts.ts'
import { checks, newPasswordHelp } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { askOnce, LinkGate } from '../components/LinkGate.tsx'
import { PasswordField } from '../components/PasswordField.tsx'

export function ResetPassword() {
  const { t } = useTranslation(['auth', 'errors'])
  const { token = '' } = useSearch({ from: '/reset-password' })
  const navigate = useNavigate()
  const link = useApi(api.auth.resetLink, { query: { token } }, { ...askOnce, enabled: token !== '' })
  const form = useForm(
    { password: '' },
    {
      checks: { password: checks(t).newPassword },
      send: async ({ password }) => {
        await call(api.auth.resetPassword, { body: { token, password } })
        toast.success(t('reset.done'))
        await navigate({ to: '/login' })
      },
    },
  )
  return (
    <AuthPage title={t('reset.title')} footer={<Link to="/forgot-password">{t('forgot.title')}</Link>}>
      <LinkGate token={token} link={link}>
        <form onSubmit={form.onSubmit} noValidate>
          <FormStack>
            <PasswordField
              label={t('newPassword')}
              description={newPasswordHelp(t)}
              autoComplete="new-password"
              {...form.input('password')}
            />
            <Failure text={form.failure?.text} />
            <Button type="submit" fullWidth loading={form.isSending}>
              {t('reset.submit')}
            </Button>
          </FormStack>
        </form>
      </LinkGate>
    </AuthPage>
  )
}
