/** Names of what values refer to. */
import type { RecordDetail } from '@muster/contract/records/records.schema'

export type LinkedRecord = RecordDetail['linked'][string]
