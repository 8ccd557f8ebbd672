/** Sets one field of all selected records to one value. */

import { Button, Modal, Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import { type Change, FieldInput, fieldTitle, type Linked, useFieldContext } from '../../fields/public.ts'
import classes from './BulkEdit.module.css'

export function BulkEdit({
  fields,
  count,
  onApply,
  onClose,
}: {
  fields: readonly DataField[]
  count: number | null
  onApply(field: DataField, value: unknown): Promise<void>
  onClose(): void
}) {
  const { t } = useTranslation(['records', 'common'])
  const [column, setColumn] = useState<string | null>(null)
  const [linked, setLinked] = useState<Linked>({})
  const [draft, setDraft] = useState<{ value: unknown; problem: boolean }>({ value: null, problem: false })
  const [isSending, setSending] = useState(false)
  const context = useFieldContext(linked)
  const field = fields.find((one) => one.columnName === column)
  const onChange = (value: unknown, change: Change) => {
    if (change.linked) setLinked((known) => ({ ...known, ...change.linked }))
    setDraft({ value, problem: Boolean(change.problem) })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={480}
      title={count === null ? t('records:bulk.editAll') : t('records:bulk.editTitle', { count })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        className={styles.stack12}
        onSubmit={(event) => {
          event.preventDefault()
          if (!field || draft.problem || isSending) return
          setSending(true)
          void onApply(field, draft.value ?? null).finally(() => setSending(false))
        }}
      >
        <Select
          label={t('records:bulk.field')}
          searchable
          data-autofocus
          data={fields.map((one) => ({
            value: one.columnName,
            label: fieldTitle(one, context.format.language),
          }))}
          value={column}
          onChange={(next) => {
            setColumn(next)
            setDraft({ value: null, problem: false })
          }}
        />
        {field && (
          <FieldInput
            key={field.id}
            field={field}
            value={draft.value}
            context={context}
            onChange={onChange}
          />
        )}
        {field && draft.value === null && <p className={styles.note}>{t('records:bulk.clears')}</p>}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={!field || draft.problem}>
            {t('common:apply')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
