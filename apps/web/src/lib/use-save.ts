/** Sending a form: busy while it is under way, and what the server said of each value. */
import { useState } from 'react'
import { useFieldErrors } from './errors.ts'

/**
 *   const { errors, setErrors, isBusy, save } = useSave(async () => onSaved(await call(…)))
 *
 * @param onFailed gets what was refused, for those to whom the texts at the values are not all
 */
export function useSave(send: () => Promise<unknown>, onFailed?: (error: unknown) => void) {
  const fieldErrors = useFieldErrors()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  return {
    /** Texts by path. */
    errors,
    setErrors,
    /** Once something was changed, nothing is known to be wrong. */
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
