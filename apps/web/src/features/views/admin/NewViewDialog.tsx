/** Creates a view: its type, its name, and the field that its type requires. */
import { Button, Radio, TextInput } from '@mantine/core'
import type { FieldErrorCode } from '@muster/contract/errors'
import { type DataViewType, dataViewTypes } from '@muster/contract/views/types/definition'
import { viewTypes } from '@muster/contract/views/types/index'
import { firstFitting, fitsView } from '@muster/contract/views/views.rules'
import {
  type CreateView,
  createViewBody,
  displayedFieldSchema,
  type DataView as SavedView,
} from '@muster/contract/views/views.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useTeamId } from '../../teams/public.ts'
import { viewKinds } from '../types/index.ts'
import classes from './admin.module.css'
import { FieldSelect } from './FieldSelect.tsx'
import { NoFieldsNotice } from './NoFields.tsx'
import { useViewErrors, type WrongByPath } from './use-view-errors.ts'
import { useViewFields } from './use-view-fields.ts'
import type { ViewsAdmin } from './use-views-admin.ts'

/** A new view starts with this many of the collection's fields. */
const firstFields = 6

export function NewViewDialog({
  admin,
  dataCollectionId,
  onClose,
  onCreated,
}: {
  admin: ViewsAdmin
  dataCollectionId: number
  onClose(): void
  onCreated(view: SavedView): void
}) {
  const { t } = useTranslation(['viewsAdmin', 'views', 'common', 'errors'])
  const teamId = useTeamId()
  const { fields, nameFieldId } = useViewFields(teamId, dataCollectionId)
  const viewErrors = useViewErrors()
  const [type, setType] = useState<DataViewType>('list')
  const [internalName, setName] = useState('')
  const [nameField, setNameField] = useState<number | null>(nameFieldId)
  const [chosen, setChosen] = useState<number | null>(null)
  const [wrong, setWrong] = useState<WrongByPath>({})
  const [isBusy, setBusy] = useState(false)
  const needed = viewTypes[type].neededField
  const fitting = needed ? fields.filter(({ dataType }) => fitsView(needed, dataType)) : []
  const neededId = chosen ?? firstFitting(fitting)?.id ?? null

  if (fields.length === 0) {
    return (
      <Dialog title={t('viewsAdmin:list.new')} onClose={onClose}>
        <NoFieldsNotice dataCollectionId={dataCollectionId} />
      </Dialog>
    )
  }

  const create = async () => {
    const codes: Record<string, FieldErrorCode> = {}
    if (internalName.trim() === '') codes.internalName = 'required'
    if (nameField === null) codes.recordNameDataFieldId = 'view_name_field_missing'
    if (needed && neededId === null) codes[needed] = 'view_field_missing'
    setWrong(viewErrors.ofCodes(codes))
    if (Object.keys(codes).length > 0) return
    const body: CreateView = createViewBody.parse({
      dataCollectionId,
      type,
      internalName,
      recordNameDataFieldId: nameField,
      displayedFields: fields
        .filter(({ id }) => id !== nameField)
        .slice(0, firstFields)
        .map(({ id }) => displayedFieldSchema.parse({ dataFieldId: id })),
      ...(needed ? { [needed]: neededId } : {}),
    })
    setBusy(true)
    try {
      onCreated(await admin.create(body))
    } catch (error) {
      setWrong(viewErrors.ofError(error))
      setBusy(false)
    }
  }

  return (
    <Dialog title={t('viewsAdmin:list.new')} onClose={onClose} width={520}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <FormStack>
          <TextInput
            label={t('viewsAdmin:details.internalName')}
            description={t('viewsAdmin:details.internalNameHelp')}
            error={wrong.internalName?.text}
            withAsterisk
            maxLength={100}
            data-autofocus
            value={internalName}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setWrong({})
            }}
          />
          <Radio.Group
            label={t('viewsAdmin:details.type')}
            value={type}
            onChange={(value) => {
              setType(dataViewTypes.find((one) => one === value) ?? type)
              setChosen(null)
              setWrong({})
            }}
          >
            <div className={classes.types}>
              {dataViewTypes.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={
                    <span className={classes.kind}>
                      <Glyph name={viewKinds[one].glyph} size={14} />
                      {t(`views:type.${one}`)}
                    </span>
                  }
                  description={t(`viewsAdmin:typeText.${one}`)}
                />
              ))}
            </div>
          </Radio.Group>
          {needed && (
            <FieldSelect
              key={needed}
              label={t(
                needed === 'mapLocationDataFieldId'
                  ? 'viewsAdmin:details.location'
                  : 'viewsAdmin:details.eventStart',
              )}
              error={wrong[needed]?.text}
              fields={fitting}
              value={neededId}
              isRequired
              onChange={setChosen}
            />
          )}
          <FieldSelect
            label={t('viewsAdmin:details.nameField')}
            help={t('viewsAdmin:details.nameFieldHelp')}
            error={wrong.recordNameDataFieldId?.text}
            fields={fields}
            value={nameField}
            isRequired
            onChange={(id) => {
              setNameField(id)
              setWrong({})
            }}
          />
          {wrong.dataCollectionId && (
            <p role="alert" className={classes.wrong}>
              {wrong.dataCollectionId.text}
            </p>
          )}
          <FormActions>
            <Button type="submit" loading={isBusy}>
              {t('viewsAdmin:new.create')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </FormActions>
        </FormStack>
      </form>
    </Dialog>
  )
}
