/** What every kind of card on a record's page is given. */
import type { ShownCard } from '@muster/contract/cards/cards.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { QueryResult, RecordDetail } from '@muster/contract/records/records.schema'

export interface RecordCardProps {
  teamId: number
  record: RecordDetail
  card: ShownCard
  /** Of the record's collection. */
  fields: readonly DataField[]
  isReadOnly: boolean
  /** What a card that is not saved yet lists; it is shown as it is, without acts. */
  preview?: { linked: QueryResult | null }
}
