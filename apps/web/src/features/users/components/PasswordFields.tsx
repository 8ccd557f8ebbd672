/** Current and new password. */
import { PasswordInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { minPasswordLength } from '../../auth/public.ts'

export function PasswordFields({
  form,
}: {
  form: UseFormReturnType<{ currentPassword: string; newPassword: string }>
}) {
  const { t } = useTranslation(['users', 'auth', 'errors'])
  const eye = { 'aria-label': t('auth:showPassword') }
  return (
    <>
      <PasswordInput
        label={t('users:preferences.currentPassword')}
        autoComplete="current-password"
        visibilityToggleButtonProps={eye}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordInput
        label={t('auth:newPassword')}
        description={t('errors:field.too_short', { count: minPasswordLength() })}
        autoComplete="new-password"
        visibilityToggleButtonProps={eye}
        {...form.getInputProps('newPassword')}
      />
    </>
  )
}
