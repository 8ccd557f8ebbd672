/** Makes a smart collection of the records that a list shows: its filter is there, only the names are missing. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText } from '../../../lib/errors.ts'
import { useSave } from '../../../lib/use-save.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import styles from '../../../ui/shared.module.css'
import { checkCollectionDraft, nameTaken, newCollectionDraft } from '../collection-draft.ts'
import { useCollectionAdmin } from '../use-collection-admin.ts'
import { CollectionNames } from './CollectionForm.tsx'
import { MembershipFilter } from './MembershipFilter.tsx'

export interface SmartCollectionDialogProps {
  teamId: number
  /** The collection whose records it selects. */
  parent: DataCollection
  filter: Filter
  onMade(collection: DataCollection): void
  onClose(): void
}

export function SmartCollectionDialog({
  teamId,
  parent,
  filter,
  onMade,
  onClose,
}: SmartCollectionDialogProps) {
  const { t } = useTranslation(['collections', 'common', 'errors'])
  const errorText = useErrorText()
  const { refresh } = useCollectionAdmin()
  const [draft, setDraft] = useState({
    ...newCollectionDraft,
    icon: parent.icon,
    representsPeople: parent.representsPeople,
    membershipDataFilter: filter as Filter | null,
  })
  const [failed, setFailed] = useState<string | null>(null)
  const create = async () => {
    const { isBlueprint: _, membershipOrder: __, ...body } = draft
    const made = await call(api.collections.create, {
      params: { teamId },
      body: {
        ...body,
        name: draft.name.trim(),
        pluralName: draft.pluralName.trim(),
        idParentDataCollection: parent.id,
        isSmartCollection: true,
      },
    })
    await refresh()
    onMade(made)
  }
  const { errors, setErrors, clearErrors, isBusy, save } = useSave(create, (error) => {
    if (nameTaken(error)) setErrors({ name: errorText(error) })
    else setFailed(errorText(error))
  })
  const change = (next: Partial<typeof draft>) => {
    setDraft({ ...draft, ...next })
    setFailed(null)
    clearErrors()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    // Events of a form in a dialog bubble through React's tree, where the toolbar is.
    event.stopPropagation()
    const wrong = Object.entries(checkCollectionDraft(draft, true))
    if (wrong.length === 0) return void save()
    setErrors(
      Object.fromEntries(wrong.map(([path, code]) => [path, fieldErrorText({ path, code }, t as never)])),
    )
  }
  return (
    <Dialog title={t('saveAs.title')} onClose={onClose} width={592}>
      <form noValidate onSubmit={send}>
        <FormStack>
          <p className={styles.note}>{t('saveAs.text', { name: parent.pluralName })}</p>
          <CollectionNames draft={draft} onChange={change} errors={errors} isNew hasIcon={false} />
          <MembershipFilter
            dataCollectionId={parent.id}
            value={draft.membershipDataFilter}
            errors={errors}
            onChange={(membershipDataFilter) => change({ membershipDataFilter })}
          />
          {failed && Object.keys(errors).length === 0 && (
            <p role="alert" className={styles.error}>
              {failed}
            </p>
          )}
          <div className={styles.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('saveAs.create')}
            </Button>
          </div>
        </FormStack>
      </form>
    </Dialog>
  )
}
