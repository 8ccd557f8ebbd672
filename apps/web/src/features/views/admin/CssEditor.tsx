/** A style sheet as text with line numbers; the line with the error is marked. */
import { useRef } from 'react'
import { FormField } from '../../../ui/FormField.tsx'
import classes from './CssEditor.module.css'
import type { Wrong } from './use-view-errors.ts'

const most = 50_000

export function CssEditor({
  label,
  help,
  wrong,
  value,
  isReadOnly,
  onChange,
}: {
  label: string
  help: string
  wrong: Wrong | undefined
  value: string
  isReadOnly: boolean
  onChange(css: string): void
}) {
  const numbers = useRef<HTMLOListElement>(null)
  const count = value.split('\n').length
  return (
    <FormField label={label} help={help} error={wrong?.text}>
      {(control) => (
        <div className={classes.editor} data-invalid={wrong ? '' : undefined}>
          <ol ref={numbers} className={classes.numbers} aria-hidden="true">
            {Array.from({ length: count }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
              <li key={at} data-wrong={wrong?.line === at + 1 || undefined}>
                {at + 1}
              </li>
            ))}
          </ol>
          <textarea
            {...control}
            className={classes.text}
            rows={8}
            maxLength={most}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            readOnly={isReadOnly}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            onScroll={(event) => {
              if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop
            }}
          />
        </div>
      )}
    </FormField>
  )
}
