/** A card as it would look on a real record, while it is being designed. */
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { cardTypeRules } from '@muster/contract/cards/cards.rules'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { useRecordOptions, useTeamFacts } from '../../fields/public.ts'
import { RecordCard } from '../../records/public.ts'
import type { CardDraft } from '../card-draft.ts'
import classes from './CardForm.module.css'

const typingMs = 300

export function CardPreview({ draft, home }: { draft: CardDraft; home: DataCollection }) {
  const { t } = useTranslation(['cards', 'records', 'common'])
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null)
  const { options, isLoading } = useRecordOptions({
    collectionId: draft.dataCollectionId,
    search,
    isOpen: true,
    isList: false,
  })
  const shown = chosen ?? options[0] ?? null
  const data = [...options, ...(shown && !options.some(({ id }) => id === shown.id) ? [shown] : [])]
  if (!isLoading && options.length === 0 && !chosen && search === '')
    return <p className={styles.muted}>{t('preview.noRecords')}</p>
  return (
    <section className={classes.preview} aria-label={t('preview.title')}>
      <h3 className={classes.previewTitle}>{t('preview.title')}</h3>
      <Select
        size="xs"
        searchable
        label={t('preview.record')}
        data={data.map(({ id, name }) => ({ value: String(id), label: name || t('records:record.unnamed') }))}
        value={shown ? String(shown.id) : null}
        // The server filters the list by what is typed.
        filter={({ options }) => options}
        onSearchChange={(text) => setSearch(text === shown?.name ? '' : text)}
        onChange={(value) => setChosen(data.find(({ id }) => String(id) === value) ?? null)}
      />
      {shown && <Shown draft={draft} home={home} dataRecordId={shown.id} />}
    </section>
  )
}

function Shown({
  draft,
  home,
  dataRecordId,
}: {
  draft: CardDraft
  home: DataCollection
  dataRecordId: number
}) {
  const { t } = useTranslation('cards')
  const { teamId } = useTeamFacts()
  const [settled] = useDebouncedValue(draft, typingMs)
  const dataCard = {
    ...settled,
    title: settled.title.trim() || t('cards.new'),
    // The preview does not depend on where the card will be shown.
    dataCardGroupIds: [],
  }
  const preview = useApi(
    api.cards.preview,
    { params: { teamId }, body: { dataCard, dataRecordId } },
    { placeholderData: keepPreviousData, retry: false, enabled: canBeShown(settled) },
  )
  const record = useApi(api.records.get, { params: { teamId, dataRecordId } })
  const { dataCard: card, linkedRecords } = preview.data ?? {}
  if (!canBeShown(settled) || preview.isError || (preview.data && !card))
    return <p className={styles.muted}>{t('preview.incomplete')}</p>
  if (!card || !record.data) return <FormSkeleton rowCount={4} />
  return (
    <RecordCard
      key={`${dataRecordId} ${card.cardType} ${card.sourceDataFieldId}`}
      teamId={teamId}
      record={record.data}
      card={card}
      fields={home.DataFields}
      isReadOnly
      preview={{ linked: linkedRecords ?? null }}
    />
  )
}

/** Whether the draft is complete enough to preview; the server checks the rest. */
const canBeShown = (draft: CardDraft): boolean =>
  cardTypeRules[draft.cardType].hasSource ? draft.sourceDataFieldId !== null : draft.fieldsShown.length > 0
