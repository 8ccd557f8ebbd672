/** The cards of a group, side by side where there is room. */
import { Button } from '@mantine/core'
import type { ShownGroup } from '@muster/contract/cards/cards.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { WidthGrid, WidthItem } from '../../../ui/WidthGrid.tsx'
import { useCan } from '../../teams/public.ts'
import { RecordCard } from './RecordCard.tsx'

export function GroupCards({
  teamId,
  record,
  group,
  fields,
  isReadOnly,
}: {
  teamId: number
  record: RecordDetail
  group: ShownGroup
  /** Of the record's collection. */
  fields: readonly DataField[]
  isReadOnly: boolean
}) {
  const { t } = useTranslation(['cards'])
  const can = useCan()
  if (group.dataCards.length === 0) {
    const url = `/team-${teamId}/admin/data-collections/${group.dataCollectionId}/data-card-groups?group=${group.id}`
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
  return (
    <WidthGrid of="cards">
      {group.dataCards.map((card) => (
        <WidthItem key={`${card.id} ${record.id}`} width={card.displayWidth}>
          <RecordCard teamId={teamId} record={record} card={card} fields={fields} isReadOnly={isReadOnly} />
        </WidthItem>
      ))}
    </WidthGrid>
  )
}
