/** A password input whose eye has a name in the reader's language. */
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('auth')
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} {...props} />
}
