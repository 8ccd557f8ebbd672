/**
 * How every input is labelled: label always, help below, the error in place of the help.
 * Mantine's inputs follow this by the theme (pass `label`, `description`, `error`, `required`); `FormField` gives
 * the same to a control that is none of them.
 *
 *   <FormField label={text} help={text} error={form.errors.icon}>
 *     {(control) => <IconPicker {...control} value={icon} onChange={setIcon} />}
 *   </FormField>
 */
import { type ReactNode, useId } from 'react'
import classes from './FormField.module.css'

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
  'aria-required': boolean | undefined
}

export function FormField({
  label,
  help,
  error,
  isRequired,
  children,
}: {
  label: string
  help?: ReactNode
  error?: ReactNode
  isRequired?: boolean
  children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const message = error || help
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {isRequired && (
          <span aria-hidden="true" className={classes.star}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': message ? `${id}-told` : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      {message && (
        <p id={`${id}-told`} className={error ? classes.error : classes.help}>
          {message}
        </p>
      )}
    </div>
  )
}

/** Fields below each other with even gaps. */
export function FormStack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}

/** The buttons under a form: the primary one first in reading order on the left, save state beside it. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}
