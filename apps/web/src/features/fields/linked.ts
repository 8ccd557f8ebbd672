/** Names of what values refer to. */
import type { RecordDetail } from '@muster/contract/records/records.schema'

type LinkedRecord = RecordDetail['linked'][string]

/** Names of the records and list items that values refer to, by id. */
export type Linked = Readonly<Record<string, LinkedRecord>>
