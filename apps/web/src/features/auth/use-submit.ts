/** Sends a form: shows the server's bad values at their fields, everything else above the button. */
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useErrorText, useFieldErrors } from '../../lib/errors.ts'

export function useSubmit<Values extends object>(
  form: UseFormReturnType<Values>,
  send: (values: Values) => Promise<unknown>,
) {
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<{ error: unknown; text: string } | null>(null)

  const onSubmit = form.onSubmit(
    async (values) => {
      setSending(true)
      setFailure(null)
      try {
        await send(values)
      } catch (error) {
        const bad = fieldErrors(error)
        const shown = Object.keys(bad).filter((path) => path in values)
        if (shown.length > 0) {
          form.setErrors(bad)
          form.getInputNode(shown[0] ?? '')?.focus()
        } else setFailure({ error, text: errorText(error) })
      } finally {
        setSending(false)
      }
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  )
  return { onSubmit, isSending, failure }
}
