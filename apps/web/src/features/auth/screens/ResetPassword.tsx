/** /reset-password?token=: sets a new password with the token of the mail. */
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { toast } from '../../../ui/toasts.ts'
import { checks, newPasswordHelp } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { askOnce, LinkGate } from '../components/LinkGate.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { useSubmit } from '../use-submit.ts'

export function ResetPassword() {
  const { t } = useTranslation(['auth', 'errors'])
  const { token = '' } = useSearch({ from: '/reset-password' })
  const navigate = useNavigate()
  const link = useApi(api.auth.resetLink, { query: { token } }, { ...askOnce, enabled: token !== '' })
  const form = useForm({ initialValues: { password: '' }, validate: { password: checks(t).newPassword } })
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ password }) => {
    await call(api.auth.resetPassword, { body: { token, password } })
    toast.success(t('reset.done'))
    await navigate({ to: '/login' })
  })
  return (
    <AuthPage title={t('reset.title')} footer={<Link to="/forgot-password">{t('forgot.title')}</Link>}>
      <LinkGate token={token} link={link}>
        <form onSubmit={onSubmit} noValidate>
          <FormStack>
            <PasswordField
              label={t('newPassword')}
              description={newPasswordHelp(t)}
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
            <Failure text={failure?.text} />
            <Button type="submit" fullWidth loading={isSending}>
              {t('reset.submit')}
            </Button>
          </FormStack>
        </form>
      </LinkGate>
    </AuthPage>
  )
}
