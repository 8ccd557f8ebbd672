/** /setup-password/{userId}?token=: the first password of a user whom an administrator made. */
import { Button } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { checks, newPasswordHelp } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { askOnce, LinkGate } from '../components/LinkGate.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { useEnter } from '../use-enter.ts'

export function SetupPassword() {
  const { t } = useTranslation(['auth', 'errors'])
  const { userId } = useParams({ from: '/setup-password/$userId' })
  const { token = '' } = useSearch({ from: '/setup-password/$userId' })
  const enter = useEnter()
  const link = useApi(
    api.auth.setupLink,
    { params: { userId }, query: { token } },
    { ...askOnce, enabled: token !== '' },
  )
  const form = useForm(
    { password: '' },
    {
      checks: { password: checks(t).newPassword },
      send: async ({ password }) => {
        const body = { token, password }
        const { session } = await call(api.auth.setupPassword, { params: { userId }, body })
        await enter(session)
      },
    },
  )
  return (
    <AuthPage
      title={t('setup.title')}
      text={t('setup.text')}
      footer={<Link to="/login">{t('backToSignIn')}</Link>}
    >
      <LinkGate token={token} link={link}>
        <form onSubmit={form.onSubmit} noValidate>
          <FormStack>
            <PasswordField
              label={t('password')}
              description={newPasswordHelp(t)}
              autoComplete="new-password"
              {...form.input('password')}
            />
            <Failure text={form.failure?.text} />
            <Button type="submit" fullWidth loading={form.isSending}>
              {t('setup.submit')}
            </Button>
          </FormStack>
        </form>
      </LinkGate>
    </AuthPage>
  )
}
