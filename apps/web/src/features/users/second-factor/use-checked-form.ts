/** A form with one input whose value the server checks: a password or a code. */
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useForm } from '../../../lib/use-form.ts'

/** @param send what is done with the value; its failure is shown at the input */
export function useCheckedForm(send: (value: string) => Promise<unknown>) {
  const { t } = useTranslation(['users', 'errors'])
  const errorText = useErrorText()
  const { onSubmit, isSending, input } = useForm(
    { value: '' },
    {
      checks: { value: (value) => (value.trim() === '' ? t('errors:field.required') : null) },
      send: ({ value }) => send(value),
      errorsOf: (error) => {
        const isWrongPassword = error instanceof ApiError && error.code === 'sign_in_failed'
        return { value: isWrongPassword ? t('users:preferences.currentPasswordWrong') : errorText(error) }
      },
    },
  )
  return { onSubmit, isSending, input: input('value') }
}
