/** Asks for the password before the second factor is changed. */
import { Button, PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import classes from './SecondFactor.module.css'
import { useCheckedForm } from './use-checked-form.ts'

export function PasswordStep({
  text,
  submitLabel,
  onPassword,
}: {
  text: string
  submitLabel: string
  onPassword: (password: string) => Promise<unknown>
}) {
  const { t } = useTranslation(['users', 'auth'])
  const { onSubmit, isSending, input } = useCheckedForm(onPassword)
  return (
    <form onSubmit={onSubmit} noValidate className={classes.step}>
      <FormStack>
        <p>{text}</p>
        <PasswordInput
          label={t('users:preferences.currentPassword')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('auth:showPassword') }}
          data-autofocus
          {...input}
        />
        <FormActions>
          <Button type="submit" loading={isSending}>
            {submitLabel}
          </Button>
        </FormActions>
      </FormStack>
    </form>
  )
}
