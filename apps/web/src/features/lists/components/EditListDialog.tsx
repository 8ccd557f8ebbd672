/** Renames a list and gives it another icon. */
import { Button, TextInput } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormField } from '../../../ui/FormField.tsx'
import { IconPicker } from '../../../ui/IconPicker.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'

export function EditListDialog({
  list,
  onClose,
  onSaved,
}: {
  list: DataCollection
  onClose(): void
  onSaved(): unknown
}) {
  const { t } = useTranslation(['lists', 'common', 'errors'])
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [pluralName, setPluralName] = useState(list.pluralName)
  const [name, setName] = useState(list.name)
  const [icon, setIcon] = useState(list.icon)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    const body = { pluralName: pluralName.trim(), name: name.trim(), icon }
    if (body.pluralName === list.pluralName && body.name === list.name && body.icon === list.icon) {
      toast.info(t('common:noChanges'))
      return onClose()
    }
    setBusy(true)
    try {
      await call(api.collections.update, {
        params: { teamId: list.idTeam, dataCollectionId: list.id },
        body,
      })
      await onSaved()
      toast.success(t('saved', { name: body.pluralName }))
      onClose()
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'name_taken'
      const problems = fieldErrors(error)
      setErrors(
        isTaken
          ? { name: errorText(error) }
          : Object.keys(problems).length > 0
            ? problems
            : { form: errorText(error) },
      )
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('editTitle', { name: list.pluralName })} onClose={onClose}>
      <form
        className={styles.stack16}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const required = t('errors:field.required')
          const missing = {
            ...(pluralName.trim() === '' ? { pluralName: required } : {}),
            ...(name.trim() === '' ? { name: required } : {}),
          }
          setErrors(missing)
          if (Object.keys(missing).length === 0) void save()
        }}
      >
        <TextInput
          label={t('pluralName')}
          value={pluralName}
          error={errors.pluralName}
          data-autofocus
          onChange={(event) => setPluralName(event.currentTarget.value)}
        />
        <TextInput
          label={t('itemName')}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormField label={t('icon')} error={errors.icon}>
          {(control) => <IconPicker {...control} value={icon} onChange={setIcon} />}
        </FormField>
        {errors.form && (
          <p role="alert" style={{ color: 'var(--m-danger-text)' }}>
            {errors.form}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
