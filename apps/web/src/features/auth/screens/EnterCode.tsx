/** /login/code: the last step of signing in for those who have a second factor. */
import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useForm } from '../../../lib/use-form.ts'
import { FormStack } from '../../../ui/FormField.tsx'
import { AuthPage } from '../components/AuthPage.tsx'
import { Failure } from '../components/Failure.tsx'
import { useEnter } from '../use-enter.ts'

export function EnterCode() {
  const { t } = useTranslation('auth')
  const { redirect } = useSearch({ from: '/login/code' })
  const enter = useEnter()
  const form = useForm(
    { code: '' },
    {
      checks: { code: (code) => (code.trim() === '' ? t('code.required') : null) },
      send: async (body) => {
        const { session } = await call(api.auth.enterCode, { body })
        await enter(session, redirect)
      },
    },
  )
  return (
    <AuthPage
      title={t('code.title')}
      text={t('code.text')}
      footer={
        <Link to="/login" search={{ redirect }}>
          {t('backToSignIn')}
        </Link>
      }
    >
      <form onSubmit={form.onSubmit} noValidate>
        <FormStack>
          <TextInput
            label={t('code.label')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...form.input('code')}
          />
          <Failure text={form.failure?.text} />
          <Button type="submit" fullWidth loading={form.isSending}>
            {t('code.submit')}
          </Button>
        </FormStack>
      </form>
    </AuthPage>
  )
}
