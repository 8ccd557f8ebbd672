/** An edit that was not saved: the reason, both values in case of a conflict, and the choices. */

import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { errorText, fieldErrorText } from '../../../lib/errors.ts'
import styles from '../../../ui/shared.module.css'
import { type FieldContext, FieldValue, fieldTitle, isEmptyValue } from '../../fields/public.ts'
import type { Edit } from '../data/edits.ts'
import { noteChanged, recordEdits } from '../data/record-writes.ts'
import classes from './FailedEdit.module.css'

export function FailedEdit({
  teamId,
  edit,
  field,
  context,
  recordName,
}: {
  teamId: number
  edit: Edit
  field: DataField
  context: FieldContext
  /** Where the field is not obvious. */
  recordName?: string | undefined
}) {
  const { t } = useTranslation(['records', 'common', 'errors'])
  const edits = recordEdits(teamId)
  const isConflict = edit.error instanceof ApiError && edit.error.code === 'version_conflict'
  const title = fieldTitle(field, context.format.language)
  const discard = () => {
    edits.discard(edit.recordId, edit.field)
    noteChanged(teamId)
  }
  return (
    <div className={classes.note} role="alert">
      <p className={classes.text}>
        <strong>
          {recordName ? `${recordName}, ${title}` : t('records:edit.notSaved', { field: title })}
        </strong>{' '}
        {reasonOf(edit, t)}
      </p>
      {isConflict && (
        <dl className={classes.values}>
          <dt>{t('records:edit.theirs')}</dt>
          <dd>
            <Shown field={field} value={theirValue(edit)} context={context} />
          </dd>
          <dt>{t('records:edit.yours')}</dt>
          <dd>
            <Shown field={field} value={edit.value} context={context} />
          </dd>
        </dl>
      )}
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          onClick={() => edits.retry(edit.recordId, edit.field, { isForced: isConflict })}
        >
          {t(isConflict ? 'records:edit.keepMine' : 'common:retry')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={discard}>
          {t(isConflict ? 'records:edit.takeTheirs' : 'records:edit.discard')}
        </Button>
      </div>
    </div>
  )
}

function Shown({ field, value, context }: { field: DataField; value: unknown; context: FieldContext }) {
  const { t } = useTranslation('records')
  if (isEmptyValue(value)) return <span className={styles.muted}>{t('edit.empty')}</span>
  return <FieldValue field={field} value={value} context={context} />
}

function theirValue({ error, field }: Edit): unknown {
  if (!(error instanceof ApiError)) return null
  const current = error.params.current
  return typeof current === 'object' && current !== null ? Reflect.get(current, field) : null
}

function reasonOf({ error, field }: Edit, t: Parameters<typeof errorText>[1]): string {
  if (error instanceof ApiError) {
    const own = error.errors.find(
      ({ path }) => path === `values.${field}` || path.startsWith(`values.${field}.`),
    )
    if (own) return fieldErrorText(own, t)
  }
  return errorText(error, t)
}
