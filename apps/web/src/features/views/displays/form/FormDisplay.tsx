/** A form that adds a record: the view's fields as questions, in blocks by grouping key. */
import { Button } from '@mantine/core'
import type { Values } from '@muster/contract/records/records.schema'
import { formFields } from '@muster/contract/views/views.rules'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../../lib/errors.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { focusFirstBad } from '../../../../ui/focus-first-bad.ts'
import { Glyph } from '../../../../ui/Glyph.tsx'
import styles from '../../../../ui/shared.module.css'
import { useLeaveGuard } from '../../../../ui/use-leave-guard.ts'
import { defaultsOf, FieldForm, isEmptyValue, useFieldForm } from '../../../fields/public.ts'
import { blocksOf } from '../parts/blocks.ts'
import type { DisplayProps } from '../parts/props.ts'
import classes from './FormDisplay.module.css'

/** Creates the record. Absent where records cannot be added. */
export type OnSubmit = (values: Values) => Promise<{ id: number; name: string }>

export function FormDisplay({
  source,
  display,
  label,
  onSubmit,
}: DisplayProps & { onSubmit?: OnSubmit | undefined }) {
  const { t } = useTranslation(['views', 'errors'])
  const errorText = useErrorText()
  const { form: texts, fields: displayed, nameField } = display
  const asked = useMemo(
    () =>
      formFields(displayed, nameField)
        .filter(({ field }) => field.canUpdate)
        .map(({ field, shown }) => ({
          shown,
          field: {
            ...field,
            isRequired: field.isRequired || shown.isRequired,
            displayWidth: shown.displayWidth ?? field.displayWidth,
          },
        })),
    [displayed, nameField],
  )
  const fields = useMemo(() => asked.map(({ field }) => field), [asked])
  const form = useFieldForm(fields)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [made, setMade] = useState<{ id: number; name: string } | null>(null)
  /** Counts the records, so that each begins with fresh inputs. */
  const [round, setRound] = useState(0)
  const root = useRef<HTMLFormElement>(null)
  useLeaveGuard(() => form.isDirty && !made)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !onSubmit) return
    if (!form.check()) {
      setError(t('errors:validation_failed'))
      focusFirstBad(root.current)
      return
    }
    const values = form.given()
    if (Object.values(values).every(isEmptyValue)) return setError(t('views:form.empty'))
    setSending(true)
    setError(null)
    try {
      const record = await onSubmit(values)
      form.reset(defaultsOf(fields))
      setMade(record)
    } catch (failure) {
      form.refuse(failure)
      setError(errorText(failure))
      focusFirstBad(root.current)
    }
    setSending(false)
  }
  const title = texts?.title || label
  if (made) {
    return (
      <Sent
        title={texts?.doneText || t('views:form.done')}
        recordName={made.name}
        recordUrl={source.recordUrl(made)}
        onAnother={() => {
          setMade(null)
          setRound((now) => now + 1)
        }}
      />
    )
  }
  return (
    <form
      ref={root}
      key={round}
      className={`${classes.form} view-form`}
      aria-label={title}
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <h2 className={classes.title}>{title}</h2>
      {texts?.text && <p className={classes.text}>{texts.text}</p>}
      {asked.length === 0 && <p className={styles.note}>{t('views:form.noFields')}</p>}
      {blocksOf(asked).map(({ title: block, fields: own }, at) => (
        <div key={`${block}${own[0]?.field.id}`} className="view-block">
          {block && <h3 className={classes.block}>{block}</h3>}
          <FieldForm form={form} fields={own.map(({ field }) => field)} autoFocus={at === 0 && round > 0} />
        </div>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {onSubmit ? (
        <div>
          <Button type="submit" loading={isSending} disabled={asked.length === 0}>
            {texts?.buttonLabel || t('views:form.send')}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{t('views:form.cannot')}</p>
      )}
    </form>
  )
}

function Sent({
  title,
  recordName,
  recordUrl,
  onAnother,
}: {
  title: string
  recordName: string
  recordUrl: string | null
  onAnother(): void
}) {
  const { t } = useTranslation(['views'])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const name = recordName || t('views:record.unnamed')
  return (
    <div className={classes.sent} role="status">
      <span className={classes.mark}>
        <Glyph name="check" size={20} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h2>
      <div className={styles.row8}>
        <Button onClick={onAnother}>{t('views:form.another')}</Button>
        {recordUrl && (
          <Button component={AppLink} href={recordUrl} variant="default">
            {t('views:form.open', { name })}
          </Button>
        )}
      </div>
    </div>
  )
}
