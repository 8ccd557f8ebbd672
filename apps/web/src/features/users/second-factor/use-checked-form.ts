/** A form with one input whose value the server checks: a password or a code. */
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'

/** @param send what is done with the value; its failure is shown at the input */
export function useCheckedForm(send: (value: string) => Promise<unknown>) {
  const { t } = useTranslation(['users', 'errors'])
  const errorText = useErrorText()
  const [isSending, setSending] = useState(false)
  const form = useForm({
    initialValues: { value: '' },
    validate: { value: (value) => (value.trim() === '' ? t('errors:field.required') : null) },
  })
  const onSubmit = form.onSubmit(async ({ value }) => {
    setSending(true)
    try {
      await send(value)
    } catch (error) {
      const isWrongPassword = error instanceof ApiError && error.code === 'sign_in_failed'
      form.setFieldError(
        'value',
        isWrongPassword ? t('users:preferences.currentPasswordWrong') : errorText(error),
      )
    } finally {
      setSending(false)
    }
  })
  return { onSubmit, isSending, input: form.getInputProps('value') }
}
