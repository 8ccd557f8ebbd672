/** Adds a field (type first, then its definition) or edits one, over the list. */
import { Button } from '@mantine/core'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useState } from 'react'
import { api, call } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFieldContext } from '../field-context.ts'
import { fieldTypeUiOf } from '../types/index.ts'
import { DraftForm } from './DraftForm.tsx'
import classes from './FieldDrawer.module.css'
import { checkDraft, draftOf, type FieldDraft, newDraft } from './field-draft.ts'
import { TypePicker } from './TypePicker.tsx'

interface DrawerProps {
  teamId: number
  dataCollectionId: number
  onClose(): void
  onSaved(field: DataField): unknown
}

export function NewField(props: DrawerProps) {
  const context = useFieldContext()
  const [draft, setDraft] = useState<FieldDraft | null>(null)
  const { t } = context
  const pick = (dataType: DataType) => setDraft(newDraft(dataType, draft?.title))
  const [isPicking, setPicking] = useState(true)
  if (!draft || isPicking) {
    return (
      <Drawer title={t('fields:admin.chooseType')} onClose={props.onClose} isModal>
        <TypePicker
          onPick={(dataType) => {
            pick(dataType)
            setPicking(false)
          }}
        />
      </Drawer>
    )
  }
  return (
    <DefinitionDrawer
      {...props}
      title={t('fields:admin.new')}
      draft={draft}
      onChange={setDraft}
      field={null}
      onOtherType={() => setPicking(true)}
    />
  )
}

export function EditField({
  field,
  onChangeType,
  ...props
}: DrawerProps & { field: DataField; onChangeType(): void }) {
  const [draft, setDraft] = useState(() => draftOf(field))
  return (
    <DefinitionDrawer
      {...props}
      title={field.title}
      draft={draft}
      onChange={setDraft}
      field={field}
      onOtherType={onChangeType}
    />
  )
}

function DefinitionDrawer({
  teamId,
  dataCollectionId,
  title,
  draft,
  onChange,
  field,
  onOtherType,
  onClose,
  onSaved,
}: DrawerProps & {
  title: string
  draft: FieldDraft
  onChange(draft: FieldDraft): void
  /** Null for a new one. */
  field: DataField | null
  onOtherType(): void
}) {
  const context = useFieldContext()
  const { t } = context
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const [first] = useState(draft)
  const leave = async () => {
    const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
    const isSure =
      !isDirty ||
      (await confirm({
        title: t('fields:admin.leaveTitle'),
        confirmLabel: t('fields:admin.leave'),
        isDestructive: true,
      }))
    if (isSure) onClose()
  }

  const save = async () => {
    const wrong = Object.entries(checkDraft(draft)).map(([path, code]) => [
      path,
      fieldErrorText({ path, code }, t as never),
    ])
    setErrors(Object.fromEntries(wrong))
    if (wrong.length > 0) return
    setBusy(true)
    try {
      onSaved(await send(teamId, dataCollectionId, field, draft))
    } catch (error) {
      const told = fieldErrors(error)
      setErrors(told)
      if (Object.keys(told).length === 0) toast.error(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Drawer title={title} onClose={() => void leave()} isModal>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={classes.type}>
          <Icon name={fieldTypeUiOf(draft.dataType).icon} size={16} />
          <span className={classes.typeName}>
            {t(`dataTypes:name.${draft.dataType}`)}
            <span>{t(`dataTypes:text.${draft.dataType}`)}</span>
          </span>
          <Button variant="default" size="xs" onClick={onOtherType}>
            {t('fields:admin.changeType')}
          </Button>
        </div>
        <DraftForm
          draft={draft}
          onChange={(next) => {
            onChange(next)
            if (Object.keys(errors).length > 0) setErrors({})
          }}
          errors={errors}
          context={context}
          dataCollectionId={dataCollectionId}
          isExisting={field !== null}
        />
        <div className={classes.actions}>
          <FormActions>
            <Button type="submit" loading={isBusy}>
              {t(field ? 'common:saveChanges' : 'fields:admin.create')}
            </Button>
            <Button variant="default" onClick={() => void leave()}>
              {t('common:cancel')}
            </Button>
          </FormActions>
        </div>
      </form>
    </Drawer>
  )
}

function send(teamId: number, dataCollectionId: number, field: DataField | null, draft: FieldDraft) {
  const { columnName, dataType, ...rest } = draft
  const body = { ...rest, title: draft.title.trim() }
  const params = { teamId, dataCollectionId }
  if (field) {
    return call(api.collections.updateField, { params: { ...params, dataFieldId: field.id }, body })
  }
  const named = columnName === '' ? {} : { columnName }
  return call(api.collections.createField, { params, body: { ...body, ...named, dataType } })
}
