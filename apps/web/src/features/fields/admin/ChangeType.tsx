/** Changes a field's type: which one, with what settings, and what becomes of the values before it is done. */
import { Button } from '@mantine/core'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { settingsOf } from '@muster/contract/fields/validate'
import { useMemo, useState } from 'react'
import { api, call, useApi } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { FieldValue } from '../components/FieldValue.tsx'
import { type FieldContext, useFieldContext } from '../field-context.ts'
import { fieldTypeUiOf } from '../types/index.ts'
import classes from './ChangeType.module.css'
import { checkTypeSettings } from './field-draft.ts'
import { TypePicker } from './TypePicker.tsx'

interface ChangeTypeProps {
  teamId: number
  dataCollectionId: number
  field: DataField
  onClose(): void
  onChanged(): unknown
}

interface Wanted {
  dataType: DataType
  settings: Record<string, unknown>
}

export function ChangeType(props: ChangeTypeProps) {
  const { field, onClose } = props
  const context = useFieldContext()
  const { t } = context
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [isPreviewed, setPreviewed] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const title = t('fields:change.title', { title: field.title })

  if (!wanted) {
    return (
      <Drawer title={title} onClose={onClose} isModal>
        <TypePicker
          without={field.dataType}
          onPick={(dataType) => {
            setWanted({ dataType, settings: settingsOf({ dataType, settings: {} }) })
            setErrors({})
            setPreviewed(false)
          }}
        />
      </Drawer>
    )
  }
  const { Settings } = fieldTypeUiOf(wanted.dataType)
  const preview = () => {
    const wrong = Object.entries(checkTypeSettings(wanted.dataType, wanted.settings)).map(([path, code]) => [
      path.split('.')[1] ?? '',
      fieldErrorText({ path, code }, t as never),
    ])
    setErrors(Object.fromEntries(wrong))
    setPreviewed(wrong.length === 0)
  }
  return (
    <Drawer title={title} onClose={onClose} isModal>
      <div className={classes.root}>
        <p className={classes.types}>
          {t(`dataTypes:name.${field.dataType}`)}
          <Glyph name="arrowRight" size={14} />
          <strong>{t(`dataTypes:name.${wanted.dataType}`)}</strong>
          <Button variant="default" size="xs" onClick={() => setWanted(null)}>
            {t('fields:change.otherType')}
          </Button>
        </p>
        <Settings
          key={wanted.dataType}
          settings={wanted.settings}
          onChange={(settings) => {
            setWanted({ ...wanted, settings })
            setPreviewed(false)
          }}
          errors={errors}
          context={context}
          dataCollectionId={props.dataCollectionId}
          isExisting={false}
        />
        {isPreviewed ? (
          <Preview
            {...props}
            wanted={wanted}
            context={context}
            onRefused={(told) => {
              setErrors(told)
              setPreviewed(false)
            }}
          />
        ) : (
          <FormActions>
            <Button onClick={preview}>{t('fields:change.preview')}</Button>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </FormActions>
        )}
      </div>
    </Drawer>
  )
}

function Preview({
  teamId,
  dataCollectionId,
  field,
  wanted,
  context,
  onClose,
  onChanged,
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
  const { data, error, refetch } = useApi(
    api.collections.previewFieldType,
    { params, body: wanted },
    { gcTime: 0, staleTime: 0 },
  )
  const after = useMemo((): DataField => ({ ...field, ...wanted }), [field, wanted])

  const change = async () => {
    setBusy(true)
    try {
      const { operation } = await call(api.collections.changeFieldType, { params, body: wanted })
      toast.undo(t('fields:change.done', { title: field.title }), async () => {
        await call(api.operations.undo, { params: { teamId, operationId: operation.id } })
        onChanged()
      })
      onChanged()
      onClose()
    } catch (failure) {
      const told = Object.entries(fieldErrors(failure)).map(([path, text]) => [
        path.split('.')[1] ?? path,
        text,
      ])
      if (told.length > 0) onRefused(Object.fromEntries(told))
      else toast.error(errorText(failure))
      setBusy(false)
    }
  }

  if (error) return <ErrorState error={error} onRetry={refetch} />
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
                  ) : (
                    <FieldValue field={after} value={sample.after} context={context} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={classes.note}>{t('fields:change.note')}</p>
      <FormActions>
        <Button
          loading={isBusy}
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
