/** /team-{id}/user/preferences: interface language, appearance, clock, password, sessions. */
import { Button, NativeSelect } from '@mantine/core'
import { hasPermission } from '@muster/contract/roles/permissions'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { currentLanguage, languages, setLanguage } from '../../../lib/i18n.ts'
import { useForm } from '../../../lib/use-form.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SaveState, type SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { minPasswordLength, reloadSession, standingIn, useSignedIn } from '../../auth/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { Choices } from '../components/Choices.tsx'
import { PasswordFields } from '../components/PasswordFields.tsx'
import { Sessions } from '../components/Sessions.tsx'
import { SecondFactor } from '../second-factor/SecondFactor.tsx'
import classes from './Preferences.module.css'

export function Preferences() {
  const { t } = useTranslation(['users', 'common'])
  const user = useSignedIn()
  return (
    <>
      <PageHeader title={t('users:preferences.title')} glyph="settings" />
      <PageBody>
        <FormStack>
          <InterfaceLanguage />
          <Choices />
          <section className={classes.account}>
            <h2>{t('users:preferences.account')}</h2>
            <p>{t('users:preferences.signedInAs', { email: user.email })}</p>
            <ChangePassword />
          </section>
          <SecondFactor />
          <Sessions />
          <ApiTokens />
        </FormStack>
      </PageBody>
    </>
  )
}

/** For those who may have tokens, but need not be able to open the team's administration. */
function ApiTokens() {
  const { t } = useTranslation('users')
  const teamId = useTeamId()
  const standing = standingIn(useSignedIn(), teamId)
  if (!standing || !hasPermission(standing, 'integrations_zapier')) return null
  return (
    <section className={classes.account}>
      <h2>{t('preferences.tokens')}</h2>
      <p>{t('preferences.tokensHelp')}</p>
      <AppLink href={`/team-${teamId}/admin/integrations`}>{t('preferences.manageTokens')}</AppLink>
    </section>
  )
}

function InterfaceLanguage() {
  const { t } = useTranslation(['users', 'common'])
  const teamId = useTeamId()
  const [state, setState] = useState<SaveStateName>('idle')
  const [wanted, setWanted] = useState(currentLanguage())

  async function save(language: (typeof languages)[number]) {
    setWanted(language)
    setState('saving')
    try {
      await call(api.teams.preferences, { params: { teamId }, body: { InterfaceLanguage: language } })
      await setLanguage(language)
      await reloadSession()
      setState('saved')
      // In the new language: `t` still uses the previous one.
      toast.success(i18next.t('users:preferences.languageSaved'))
    } catch (error) {
      console.error(error)
      setState('failed')
      toast.error(t('users:preferences.languageFailed'))
    }
  }

  return (
    <div className={classes.line}>
      <NativeSelect
        label={t('users:preferences.language')}
        description={t('users:preferences.languageHelp')}
        value={wanted}
        onChange={(event) => {
          const chosen = languages.find((language) => language === event.currentTarget.value)
          if (chosen) void save(chosen)
        }}
        data={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
      />
      <SaveState state={state} onRetry={() => void save(wanted)} />
    </div>
  )
}

function ChangePassword() {
  const { t } = useTranslation(['users'])
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <PasswordForm onDone={() => setOpen(false)} />
  return (
    <Button variant="default" onClick={() => setOpen(true)}>
      {t('users:preferences.changePassword')}
    </Button>
  )
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['users', 'errors', 'common'])
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const tooShort = t('errors:field.too_short', { count: minPasswordLength() })
  const form = useForm(
    { currentPassword: '', newPassword: '' },
    {
      checks: { newPassword: (password) => (password.length < minPasswordLength() ? tooShort : null) },
      send: async (body) => {
        await call(api.auth.changePassword, { body })
        toast.success(t('users:preferences.passwordChanged'))
        onDone()
      },
      errorsOf: (error) =>
        error instanceof ApiError && error.code === 'sign_in_failed'
          ? { currentPassword: t('users:preferences.currentPasswordWrong') }
          : { newPassword: errorText(error), ...fieldErrors(error) },
    },
  )
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <FormStack>
        <PasswordFields form={form} />
        <FormActions>
          <Button type="submit" loading={form.isSending}>
            {t('users:preferences.changePassword')}
          </Button>
          <Button variant="subtle" color="gray" onClick={onDone}>
            {t('common:cancel')}
          </Button>
        </FormActions>
      </FormStack>
    </form>
  )
}
