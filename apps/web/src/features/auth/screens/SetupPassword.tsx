/** /setup-password/{userId}?token=: the first password of a user whom an administrator made. */
import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { checks, newPasswordHelp } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { askOnce, LinkGate } from '../components/LinkGate.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { useEnter } from '../use-enter.ts'
import { useSubmit } from '../use-submit.ts'

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
  const form = useForm({ initialValues: { password: '' }, validate: { password: checks(t).newPassword } })
  const { onSubmit, isSending, failure } = useSubmit(form, async ({ password }) => {
    const body = { token, password }
    const { session } = await call(api.auth.setupPassword, { params: { userId }, body })
    await enter(session)
  })
  return (
    <AuthPage
      title={t('setup.title')}
      text={t('setup.text')}
      footer={<Link to="/login">{t('backToSignIn')}</Link>}
    >
      <LinkGate token={token} link={link}>
        <form onSubmit={onSubmit} noValidate>
          <FormStack>
            <PasswordField
              label={t('password')}
              description={newPasswordHelp(t)}
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
            <Failure text={failure?.text} />
            <Button type="submit" fullWidth loading={isSending}>
              {t('setup.submit')}
            </Button>
          </FormStack>
        </form>
      </LinkGate>
    </AuthPage>
  )
}
