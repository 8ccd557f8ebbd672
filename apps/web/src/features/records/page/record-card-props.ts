/** Props of every kind of card on a record's page. */
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
  /** The content of an unsaved card; it is shown without actions. */
  preview?: { linked: QueryResult | null }
}
