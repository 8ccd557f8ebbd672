/** What a form checks before it asks the server (spec section 5: password of at least 8 characters). */
import type { TFunction } from 'i18next'

type T = TFunction<['auth']>

/** Something before and after the @ with a dot behind it: typing errors, not the whole standard. */
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const minPasswordLength = 8

export const checks = (t: T) => ({
  name: (value: string) => (value.trim() === '' ? t('auth:check.name') : null),
  email: (value: string) => (looksLikeEmail.test(value.trim()) ? null : t('auth:check.email')),
  password: (value: string) => (value === '' ? t('auth:check.password') : null),
  newPassword: (value: string) => (value.length < minPasswordLength ? t('auth:check.newPassword') : null),
})
