/** /accept-invite/{userId}?token=: says who invites to what; a new user sets name and password. */
import { Anchor, Button, TextInput } from '@mantine/core'
import type { Response as ResponseOf } from '@muster/contract/endpoint'
import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../../lib/api.ts'
import { setBrand } from '../../../lib/brand.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { fullName } from '../../../lib/format.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { checks, newPasswordHelp } from '../checks.ts'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { OidcButton } from '../components/OidcButton.tsx'
import { PasswordField } from '../components/PasswordField.tsx'
import { useEnter } from '../use-enter.ts'

type Invitation = ResponseOf<typeof api.auth.invitation>

export function AcceptInvite() {
  const { t } = useTranslation(['auth', 'shell'])
  const { userId } = useParams({ from: '/accept-invite/$userId' })
  const { token = '' } = useSearch({ from: '/accept-invite/$userId' })
  const errorText = useErrorText()
  const invitation = useApi(
    api.auth.invitation,
    { params: { userId }, query: { token } },
    { enabled: token !== '', retry: false },
  )
  useEffect(() => {
    if (invitation.data) setBrand(invitation.data.enumAppBrandId)
  }, [invitation.data])

  if (invitation.data) return <Accept userId={userId} token={token} invitation={invitation.data} />
  return (
    <AuthPage title={t('shell:title.acceptInvite')} footer={<Link to="/login">{t('backToSignIn')}</Link>}>
      {token === '' ? (
        <Failure text={t('verify.missing')} />
      ) : invitation.isError ? (
        <Failure text={errorText(invitation.error)} />
      ) : (
        <FormSkeleton rowCount={2} />
      )}
    </AuthPage>
  )
}

function Accept({ userId, token, invitation }: { userId: string; token: string; invitation: Invitation }) {
  const { t } = useTranslation(['auth', 'errors'])
  const enter = useEnter()
  const { href } = useLocation()
  const check = checks(t)
  const { invitedBy, email } = invitation
  const isNew = invitation.password === 'new'
  const needsCurrent = invitation.password === 'current'
  const form = useForm(
    { email, name: fullName(invitation), password: '', currentPassword: '' },
    {
      checks: {
        ...(isNew && { name: check.name, password: check.newPassword }),
        ...(needsCurrent && { currentPassword: check.password }),
      },
      send: async ({ name, password, currentPassword }) => {
        const { session, teamId } = await call(api.auth.acceptInvitation, {
          params: { userId },
          body: { token, ...(isNew && { name, password }), ...(needsCurrent && { currentPassword }) },
        })
        await enter(session, `/team-${teamId}/dashboard`)
      },
    },
  )
  return (
    <AuthPage
      title={t('invite.title', { team: invitation.teamName })}
      text={invitedBy ? t('invite.byName', { name: invitedBy, email }) : t('invite.plain', { email })}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <FormStack>
          {(isNew || needsCurrent) && (
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="username"
              readOnly
              {...form.input('email')}
            />
          )}
          {isNew && (
            <>
              <TextInput label={t('name')} autoComplete="name" {...form.input('name')} />
              <PasswordField
                label={t('password')}
                description={newPasswordHelp(t)}
                autoComplete="new-password"
                {...form.input('password')}
              />
            </>
          )}
          {needsCurrent && (
            <>
              <PasswordField
                label={t('password')}
                description={t('invite.existing')}
                autoComplete="current-password"
                {...form.input('currentPassword')}
              />
              <Anchor component={Link} to="/forgot-password" fz={13}>
                {t('signIn.forgot')}
              </Anchor>
            </>
          )}
          <Failure text={form.failure?.text} />
          <Button type="submit" fullWidth loading={form.isSending}>
            {t('invite.submit')}
          </Button>
        </FormStack>
      </form>
      {(isNew || needsCurrent) && <OidcButton redirect={href} />}
    </AuthPage>
  )
}
