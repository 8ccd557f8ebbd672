/** What a form checks before it asks the server (spec section 5). */
import type { TFunction } from 'i18next'
import { minPasswordLength } from './session.ts'

type T = TFunction<['auth', 'errors']>

/** Something before and after the @ with a dot behind it: typing errors, not the whole standard. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** What a new password needs. */
export const newPasswordHelp = (t: T) => t('errors:field.too_short', { count: minPasswordLength() })

export const checks = (t: T) => ({
  name: (value: string) => (value.trim() === '' ? t('auth:check.name') : null),
  email: (value: string) => (looksLikeEmail.test(value.trim()) ? null : t('auth:check.email')),
  password: (value: string) => (value === '' ? t('auth:check.password') : null),
  newPassword: (value: string) => (value.length < minPasswordLength() ? newPasswordHelp(t) : null),
})
