/** Creates a view from the current state, or changes the name, kind and sharing of an existing one. */
import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type CreateView, viewSharings } from '@muster/contract/views/views.schema'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useSave } from '../../../lib/use-save.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle } from '../../fields/public.ts'
import type { NeededKey, ViewKind } from '../types/definition.ts'
import { viewKindNames, viewKinds } from '../types/index.ts'
import classes from './ViewDialog.module.css'
import { draftOf, fieldsFor, isOptional, settingsOfDraft, type ViewDraft, withKind } from './view-draft.ts'

export interface ViewDialogProps {
  title: string
  confirmLabel: string
  start: CreateView
  fields: readonly DataField[]
  /** Whether the reader may share it. */
  canShare: boolean
  onSave(settings: ReturnType<typeof settingsOfDraft>): Promise<unknown>
  onClose(): void
}

export function ViewDialog(props: ViewDialogProps) {
  const { start, fields, canShare } = props
  const { t } = useTranslation(['viewSwitcher', 'common', 'errors'])
  const errorText = useErrorText()
  const [draft, setDraft] = useState<ViewDraft>(() => draftOf(start))
  const [failed, setFailed] = useState<string | null>(null)
  const { errors, setErrors, clearErrors, isBusy, save } = useSave(
    () => props.onSave(settingsOfDraft(start, draft, fields)),
    (error) => setFailed(isAtName(error) ? null : errorText(error)),
  )
  const change = (part: Partial<ViewDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    setFailed(null)
    clearErrors()
  }
  const needed: readonly NeededKey[] = viewKinds[draft.kind].needs
  const send = (event: FormEvent) => {
    event.preventDefault()
    const missing = needed.filter((key) => draft[key] === null && !isOptional(key))
    const problems = [
      ...(draft.internalName.trim() === '' ? [['internalName', t('errors:field.required')]] : []),
      ...missing.map((key) => [key, t('errors:field.view_field_missing')]),
    ]
    if (problems.length > 0) return setErrors(Object.fromEntries(problems))
    setFailed(null)
    void save()
  }
  return (
    <Dialog title={props.title} onClose={props.onClose} width={480}>
      <form noValidate onSubmit={send}>
        <FormStack>
          <TextInput
            data-autofocus
            label={t('viewSwitcher:dialog.name')}
            maxLength={100}
            value={draft.internalName}
            error={errors.internalName}
            onChange={(event) => change({ internalName: event.currentTarget.value })}
          />
          <Kinds value={draft.kind} onChange={(kind) => change(withKind(draft, kind, fields))} />
          {needed.map((key) => (
            <Select
              key={key}
              label={t(`viewSwitcher:dialog.${key}`)}
              searchable
              openOnFocus={false}
              clearable={isOptional(key)}
              allowDeselect={isOptional(key)}
              nothingFoundMessage={t('viewSwitcher:dialog.noField')}
              data={fieldsFor(key, fields).map((field) => ({
                value: String(field.id),
                label: fieldTitle(field, currentLanguage()),
              }))}
              value={draft[key] === null ? null : String(draft[key])}
              error={errors[key] ?? errors[`displayOptions.${key}`]}
              onChange={(id) => change({ [key]: id === null ? null : Number(id) })}
            />
          ))}
          <Radio.Group
            label={t('viewSwitcher:dialog.sharing')}
            value={draft.sharing}
            error={errors.sharing}
            onChange={(sharing) => change({ sharing: sharing as ViewDraft['sharing'] })}
          >
            <Stack gap={8} mt={4}>
              {viewSharings
                .filter((sharing) => canShare || sharing === 'personal')
                .map((sharing) => (
                  <Radio
                    key={sharing}
                    value={sharing}
                    label={t(`viewSwitcher:sharing.${sharing}`)}
                    description={t(`viewSwitcher:sharingText.${sharing}`)}
                  />
                ))}
            </Stack>
          </Radio.Group>
          {failed && (
            <p role="alert" className={styles.error}>
              {failed}
            </p>
          )}
          <div className={styles.actions}>
            <Button variant="default" onClick={props.onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {props.confirmLabel}
            </Button>
          </div>
        </FormStack>
      </form>
    </Dialog>
  )
}

/** What is shown at the name already is not repeated. */
const isAtName = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ path }) => path === 'internalName')

function Kinds({ value, onChange }: { value: ViewKind; onChange(kind: ViewKind): void }) {
  const { t } = useTranslation('viewSwitcher')
  return (
    <fieldset className={classes.kinds}>
      <legend>{t('dialog.kind')}</legend>
      {viewKindNames.map((kind) => (
        <label key={kind} className={classes.kind} data-chosen={kind === value || undefined}>
          <input
            type="radio"
            name="view-kind"
            value={kind}
            checked={kind === value}
            onChange={() => onChange(kind)}
          />
          <Glyph name={viewKinds[kind].glyph} />
          {t(`kind.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}
