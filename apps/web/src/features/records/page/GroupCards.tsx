/** The cards of a group, or those that list what links to the record, side by side where there is room. */
import { Button } from '@mantine/core'
import type { ShownCard, ShownGroup } from '@muster/contract/cards/cards.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { WidthGrid, WidthItem } from '../../../ui/WidthGrid.tsx'
import { useCan } from '../../teams/public.ts'
import classes from './GroupCards.module.css'
import { RecordCard } from './RecordCard.tsx'

interface Props {
  teamId: number
  record: RecordDetail
  /** Of the record's collection. */
  fields: readonly DataField[]
  isReadOnly: boolean
}

export function GroupCards({ group, ...shown }: Props & { group: ShownGroup }) {
  const { t } = useTranslation(['cards'])
  const can = useCan()
  if (group.dataCards.length === 0) {
    const url = `/team-${shown.teamId}/admin/data-collections/${group.dataCollectionId}/data-card-groups?group=${group.id}`
    return (
      <EmptyState
        glyph="dashboard"
        title={t('page.emptyGroup')}
        action={
          can('team_admin_data_collections') ? (
            <Button component="a" href={url} variant="default">
              {t('page.addCards')}
            </Button>
          ) : undefined
        }
      />
    )
  }
  return <Cards cards={group.dataCards} {...shown} />
}

/** Below all fields. */
export function LinkBacks({ cards, ...shown }: Props & { cards: readonly ShownCard[] }) {
  if (cards.length === 0) return null
  return (
    <div className={classes.linkBacks}>
      <Cards cards={cards} {...shown} />
    </div>
  )
}

function Cards({ cards, ...shown }: Props & { cards: readonly ShownCard[] }) {
  return (
    <WidthGrid of="cards">
      {cards.map((card) => (
        <WidthItem key={`${card.id} ${shown.record.id}`} width={card.displayWidth}>
          <RecordCard card={card} {...shown} />
        </WidthItem>
      ))}
    </WidthGrid>
  )
}
