/** Names of what values refer to. */
import type { linkedRecordSchema } from '@muster/contract/records/records.schema'
import type { z } from 'zod'

export type LinkedRecord = z.infer<typeof linkedRecordSchema>
