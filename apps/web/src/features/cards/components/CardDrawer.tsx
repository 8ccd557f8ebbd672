/** Makes a card or edits one, beside what it will look like. */
import { Button } from '@mantine/core'
import type { DataCard, DataCardGroup } from '@muster/contract/cards/cards.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldErrors } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Drawer } from '../../../ui/Drawer.tsx'
import { FormActions } from '../../../ui/FormField.tsx'
import { useCollection, useCollections, useTeamFacts } from '../../fields/public.ts'
import { draftOf, newCard } from '../card-draft.ts'
import type { CardsAdmin } from '../use-cards-admin.ts'
import classes from './CardForm.module.css'
import { CardForm } from './CardForm.tsx'
import { CardPreview } from './CardPreview.tsx'

export function CardDrawer({
  admin,
  dataCollectionId,
  card,
  groups,
  onClose,
  onSaved,
}: {
  admin: CardsAdmin
  dataCollectionId: number
  /** Null for a new one. */
  card: DataCard | null
  /** Those it may join. */
  groups: readonly DataCardGroup[]
  onClose(): void
  onSaved(card: DataCard): void
}) {
  const { t } = useTranslation(['cards', 'common', 'errors', 'records', 'fields', 'dataTypes', 'filters'])
  const fieldErrors = useFieldErrors()
  const { teamId } = useTeamFacts()
  const collections = useCollections(teamId)
  const [first] = useState(() => (card ? draftOf(card) : newCard(dataCollectionId)))
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const own = useCollection(teamId, draft.dataCollectionId)
  const home = collections.find(({ id }) => id === own?.idHomeDataCollection)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)

  const leave = async () => {
    const isSure =
      !isDirty ||
      (await confirm({ title: t('cards.leaveTitle'), confirmLabel: t('cards.leave'), isDestructive: true }))
    if (isSure) onClose()
  }
  const save = async () => {
    setBusy(true)
    setErrors({})
    try {
      const { dataCollectionId: _id, ...changes } = draft
      onSaved(card ? await admin.updateCard(card.id, changes) : await admin.createCard(draft))
    } catch (error) {
      setErrors(fieldErrors(error))
      setBusy(false)
    }
  }
  return (
    <Drawer title={t(card ? 'cards.edit' : 'cards.new')} onClose={() => void leave()} isModal width={1040}>
      <form
        noValidate
        className={classes.frame}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {home && (
          <div className={classes.columns}>
            <CardForm
              draft={draft}
              onChange={(next) => {
                setDraft(next)
                if (Object.keys(errors).length > 0) setErrors({})
              }}
              errors={errors}
              home={home}
              groups={groups}
            />
            <CardPreview draft={draft} home={home} />
          </div>
        )}
        <div className={classes.actions}>
          <FormActions>
            <Button type="submit" loading={isBusy}>
              {t(card ? 'common:saveChanges' : 'cards.create')}
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
