/** Creates a custom list with its items in one step. */
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { useTeamFacts } from '../field-context.ts'
import { createList } from './create-list.ts'

export function NewListDialog({
  onClose,
  onCreated,
}: {
  onClose(): void
  onCreated(list: DataCollection): void
}) {
  const { t } = useTranslation(['fields', 'common', 'errors'])
  const { teamId } = useTeamFacts()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [pluralName, setPluralName] = useState('')
  const [name, setName] = useState('')
  const [items, setItems] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})

  const create = async () => {
    const required = t('errors:field.required')
    const missing = {
      ...(pluralName.trim() === '' ? { pluralName: required } : {}),
      ...(name.trim() === '' ? { name: required } : {}),
    }
    setErrors(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const list = await createList(queryClient, teamId, { name, pluralName, items: items.split('\n') })
      onCreated(list)
    } catch (error) {
      const problems = fieldErrors(error)
      const isTaken = error instanceof ApiError && error.code === 'name_taken'
      setErrors(
        isTaken
          ? { name: errorText(error) }
          : problems.name || problems.pluralName
            ? problems
            : { form: errorText(error) },
      )
      setBusy(false)
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('lists.new')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void create()
        }}
        style={{ display: 'grid', gap: 16 }}
      >
        <TextInput
          label={t('lists.pluralName')}
          placeholder={t('lists.pluralPlaceholder')}
          value={pluralName}
          error={errors.pluralName}
          withAsterisk
          data-autofocus
          onChange={(event) => setPluralName(event.currentTarget.value)}
        />
        <TextInput
          label={t('lists.name')}
          placeholder={t('lists.namePlaceholder')}
          value={name}
          error={errors.name}
          withAsterisk
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={t('lists.items')}
          description={t('lists.itemsHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={4}
          maxRows={12}
          value={items}
          onChange={(event) => setItems(event.currentTarget.value)}
        />
        {errors.form && (
          <p role="alert" style={{ color: 'var(--m-danger-text)' }}>
            {errors.form}
          </p>
        )}
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('lists.create')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
