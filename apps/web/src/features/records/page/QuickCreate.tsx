/** Creates a linked record in place: its name and whatever else its collection requires. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import { FormActions } from '../../../ui/FormField.tsx'
import styles from '../../../ui/shared.module.css'
import { defaultsOf, FieldForm, fieldsToFill, nameColumnOf, useFieldForm } from '../../fields/public.ts'
import classes from './LinkedCard.module.css'

export type Values = Readonly<Record<string, unknown>>

export function QuickCreate({
  collection,
  linkColumn,
  name,
  refusal,
  onCreate,
  onClose,
}: {
  collection: DataCollection
  linkColumn: string | undefined
  /** The text typed so far. */
  name: string
  /** Why the name alone was not enough. */
  refusal?: unknown
  /** @throws the server's error */
  onCreate(values: Values): Promise<void>
  onClose(): void
}) {
  const { t } = useTranslation(['cards', 'common', 'errors'])
  const errorText = useErrorText()
  const id = useId()
  const fields = useMemo(() => {
    const nameColumn = nameColumnOf(collection)
    const named = collection.DataFields.filter(({ columnName }) => columnName === nameColumn)
    return [...named, ...fieldsToFill(collection, linkColumn)]
  }, [collection, linkColumn])
  const [first] = useState(() => {
    const nameColumn = nameColumnOf(collection)
    return { ...defaultsOf(fields), ...(nameColumn ? { [nameColumn]: name } : {}) }
  })
  const form = useFieldForm(fields, { values: first })
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: refusal })
  const { refuse } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: initial values only
  useEffect(() => {
    if (refusal) refuse(refusal)
  }, [])
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.isBusy || !form.check()) return
    setState({ isBusy: true, error: null })
    try {
      await onCreate(form.values)
      onClose()
    } catch (error) {
      form.refuse(error)
      setState({ isBusy: false, error })
    }
  }
  return (
    <form className={classes.create} aria-labelledby={id} noValidate onSubmit={send}>
      <h3 id={id} className={classes.createTitle}>
        {t('cards:linked.new', { name: collection.name })}
      </h3>
      <FieldForm form={form} autoFocus onCancel={onClose} />
      {state.error !== null && state.error !== undefined && (
        <p className={styles.error} role="alert">
          {errorText(state.error)}
        </p>
      )}
      <FormActions>
        <Button type="submit" size="xs" loading={state.isBusy}>
          {t('cards:linked.createAndLink')}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </FormActions>
    </form>
  )
}
