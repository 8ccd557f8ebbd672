/** Current and new password. */
import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useForm } from '../../../lib/use-form.ts'
import { minPasswordLength } from '../../auth/public.ts'

export function PasswordFields({
  form,
}: {
  form: ReturnType<typeof useForm<{ currentPassword: string; newPassword: string }>>
}) {
  const { t } = useTranslation(['users', 'auth', 'errors'])
  const eye = { 'aria-label': t('auth:showPassword') }
  return (
    <>
      <PasswordInput
        label={t('users:preferences.currentPassword')}
        autoComplete="current-password"
        visibilityToggleButtonProps={eye}
        {...form.input('currentPassword')}
      />
      <PasswordInput
        label={t('auth:newPassword')}
        description={t('errors:field.too_short', { count: minPasswordLength() })}
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...form.input('newPassword')}
      />
    </>
  )
}
