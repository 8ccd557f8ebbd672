/** Adds a field (type first, then its definition) or edits one, over the list. */
import { Button } from '@mantine/core'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useState } from 'react'
import { ApiError, api, call } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText } from '../../../lib/errors.ts'
import { useSave } from '../../../lib/use-save.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFieldContext } from '../field-context.ts'
import { fieldTypeUiOf } from '../types/index.ts'
import { DraftForm } from './DraftForm.tsx'
import classes from './FieldDrawer.module.css'
import { checkDraft, draftOf, type FieldDraft, linkBackOf, newDraft } from './field-draft.ts'
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
  const [first] = useState(draft)
  const { errors, setErrors, clearErrors, isBusy, save } = useSave(
    async () => onSaved(await send(teamId, dataCollectionId, field, draft)),
    (error) => {
      const isOfValues = error instanceof ApiError && error.errors.length > 0
      if (!isOfValues) toast.error(errorText(error))
    },
  )
  const check = () => {
    const wrong = Object.entries(checkDraft(draft)).map(([path, code]) => [
      path,
      fieldErrorText({ path, code }, t as never),
    ])
    if (wrong.length > 0) setErrors(Object.fromEntries(wrong))
    else void save()
  }

  return (
    <FormDrawer
      title={title}
      submitLabel={t(field ? 'common:saveChanges' : 'fields:admin.create')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      isBusy={isBusy}
      onSubmit={check}
      onClose={onClose}
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
          clearErrors()
        }}
        errors={errors}
        context={context}
        dataCollectionId={dataCollectionId}
        isExisting={field !== null}
      />
    </FormDrawer>
  )
}

function send(teamId: number, dataCollectionId: number, field: DataField | null, draft: FieldDraft) {
  const { columnName, dataType, linkBack: _, ...rest } = draft
  const linkBack = linkBackOf(draft)
  const body = { ...rest, title: draft.title.trim(), ...(linkBack !== undefined && { linkBack }) }
  const params = { teamId, dataCollectionId }
  if (field) {
    return call(api.collections.updateField, { params: { ...params, dataFieldId: field.id }, body })
  }
  const named = columnName === '' ? {} : { columnName }
  return call(api.collections.createField, { params, body: { ...body, ...named, dataType } })
}
