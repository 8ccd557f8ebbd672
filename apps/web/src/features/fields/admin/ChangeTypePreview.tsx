/** Previews what a change of type would do to the existing values, and applies it. */
import { Button } from '@mantine/core'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useMemo, useState } from 'react'
import { api, call, useApi } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { FieldValue } from '../components/FieldValue.tsx'
import type { FieldContext } from '../field-context.ts'
import classes from './ChangeType.module.css'
import { NewItems } from './NewItems.tsx'

/** Up to this many new items are created unless deselected; more must be confirmed. */
const fewItems = 50

export interface ChangeTypeProps {
  teamId: number
  dataCollectionId: number
  field: DataField
  onClose(): void
  onChanged(): unknown
  /** With many values, the change continues in the background. */
  onBegun(): unknown
}

export interface Wanted {
  dataType: DataType
  settings: Record<string, unknown>
}

export function ChangeTypePreview({
  teamId,
  dataCollectionId,
  field,
  wanted,
  context,
  onClose,
  onChanged,
  onBegun,
  onRefused,
}: ChangeTypeProps & {
  wanted: Wanted
  context: FieldContext
  onRefused(errors: Record<string, string>): void
}) {
  const { t, format } = context
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const params = { teamId, dataCollectionId, dataFieldId: field.id }
  const [isBusy, setBusy] = useState(false)
  const [wish, setWish] = useState<boolean | null>(null)
  const fresh = { gcTime: 0, staleTime: 0 }
  const plain = useApi(api.collections.previewFieldType, { params, body: wanted }, fresh)
  const offered = plain.data?.newItems ?? null
  const canMake = offered?.mayCreate === true && !offered.isMore
  const makesItems = canMake && (wish ?? offered.count <= fewItems)
  const body = { ...wanted, makesItems }
  const withItems = useApi(
    api.collections.previewFieldType,
    { params, body },
    { ...fresh, enabled: makesItems },
  )
  const preview = makesItems ? withItems : plain
  const error = plain.error ?? preview.error
  const data = preview.data ?? plain.data
  const after = useMemo((): DataField => ({ ...field, ...wanted }), [field, wanted])

  const change = async () => {
    setBusy(true)
    try {
      const { operation, run } = await call(api.collections.changeFieldType, { params, body })
      if (run) {
        toast.info(t('fields:change.begun', { title: field.title }))
        onBegun()
        onClose()
        return
      }
      toast.undo(t('fields:change.done', { title: field.title }), async () => {
        await call(api.operations.undo, { params: { teamId, operationId: operation.id } })
        onChanged()
      })
      onChanged()
      onClose()
    } catch (failure) {
      const { makesItems: refused, ...wrong } = fieldErrors(failure)
      const problems = Object.entries(wrong).map(([path, text]) => [path.split('.')[1] ?? path, text])
      if (problems.length > 0) onRefused(Object.fromEntries(problems))
      else toast.error(refused ?? errorText(failure))
      setBusy(false)
    }
  }

  const refusal = error && fieldErrors(error).dataType
  if (refusal) return <p role="alert">{refusal}</p>
  if (error) return <ErrorState error={error} onRetry={() => void preview.refetch()} />
  if (!data) return <FormSkeleton rowCount={3} />
  const isLossy = data.lost > 0
  return (
    <section className={classes.preview} aria-live="polite">
      <dl className={classes.numbers}>
        <div>
          <dt>{t('fields:change.filled')}</dt>
          <dd>{format.number(data.filled)}</dd>
        </div>
        <div>
          <dt>{t('fields:change.converted')}</dt>
          <dd>{format.number(data.converted)}</dd>
        </div>
        <div data-bad={isLossy || undefined}>
          <dt>{t('fields:change.lost')}</dt>
          <dd>{format.number(data.lost)}</dd>
        </div>
      </dl>
      {offered && (
        <NewItems
          offered={offered}
          title={wanted.settings.listId === null ? field.title : null}
          isOn={makesItems}
          onChange={setWish}
          context={context}
        />
      )}
      {data.samples.length > 0 && (
        <table className={classes.samples}>
          <caption>{t('fields:change.samples')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('fields:change.before')}</th>
              <th scope="col">{t('fields:change.after')}</th>
            </tr>
          </thead>
          <tbody>
            {data.samples.map((sample) => (
              <tr key={sample.recordId}>
                <td>
                  <FieldValue field={field} value={sample.before} context={context} />
                </td>
                <td>
                  {sample.after === null ? (
                    <span className={classes.lost}>{t('fields:change.nothing')}</span>
                  ) : sample.text !== undefined ? (
                    sample.text
                  ) : (
                    <FieldValue field={after} value={sample.after} context={context} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.note}>{t('fields:change.note')}</p>
      <FormActions>
        <Button
          loading={isBusy}
          disabled={!preview.data}
          color={isLossy ? 'var(--m-danger)' : undefined}
          onClick={() => void change()}
        >
          {isLossy ? t('fields:change.confirmLossy', { count: data.lost }) : t('fields:change.confirm')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </FormActions>
    </section>
  )
}
