/** Creates or edits a card, beside a preview of it. */
import type { DataCard, DataCardGroup } from '@muster/contract/cards/cards.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSave } from '../../../lib/use-save.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
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
  /** Groups that it may join. */
  groups: readonly DataCardGroup[]
  onClose(): void
  onSaved(card: DataCard): void
}) {
  const { t } = useTranslation(['cards', 'common', 'errors', 'records', 'fields', 'dataTypes', 'filters'])
  const { teamId } = useTeamFacts()
  const collections = useCollections(teamId)
  const [first] = useState(() => (card ? draftOf(card) : newCard(dataCollectionId)))
  const [draft, setDraft] = useState(first)
  const own = useCollection(teamId, draft.dataCollectionId)
  const home = collections.find(({ id }) => id === own?.idHomeDataCollection)
  const { errors, clearErrors, isBusy, save } = useSave(async () => {
    const { dataCollectionId: _id, ...changes } = draft
    onSaved(card ? await admin.updateCard(card.id, changes) : await admin.createCard(draft))
  })
  return (
    <FormDrawer
      title={t(card ? 'cards.edit' : 'cards.new')}
      submitLabel={t(card ? 'common:saveChanges' : 'cards.create')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      isBusy={isBusy}
      width={1040}
      onSubmit={save}
      onClose={onClose}
    >
      {home && (
        <div className={classes.frame}>
          <div className={classes.columns}>
            <CardForm
              draft={draft}
              onChange={(next) => {
                setDraft(next)
                clearErrors()
              }}
              errors={errors}
              home={home}
              groups={groups}
            />
            <CardPreview draft={draft} home={home} />
          </div>
        </div>
      )}
    </FormDrawer>
  )
}
