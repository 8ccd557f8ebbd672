/** Form submission: busy while it is in flight, and the server's field errors. */
import { useState } from 'react'
import { useFieldErrors } from './errors.ts'

/**
 *   const { errors, setErrors, isBusy, save } = useSave(async () => onSaved(await call(…)))
 *
 * @param onFailed receives the error, for callers that need more than the field errors
 */
export function useSave(send: () => Promise<unknown>, onFailed?: (error: unknown) => void) {
  const fieldErrors = useFieldErrors()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  return {
    /** Error texts by path. */
    errors,
    setErrors,
    /** Clears all errors; called on every change. */
    clearErrors: () => setErrors((now) => (Object.keys(now).length > 0 ? {} : now)),
    isBusy,
    async save(): Promise<void> {
      setBusy(true)
      setErrors({})
      try {
        await send()
      } catch (error) {
        setErrors(fieldErrors(error))
        onFailed?.(error)
        setBusy(false)
      }
    },
  }
}
