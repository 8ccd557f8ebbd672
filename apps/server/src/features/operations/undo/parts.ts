/** Who takes back what of the records that an operation changed, in this order. A part of another feature is one line. */
import { merges } from '../../duplicates/undo-merge.ts'
import { memberships } from '../../records/undo/memberships.ts'
import { returned, trashed } from '../../records/undo/moves.ts'
import { values } from '../../records/undo/values.ts'
import type { UndoPart } from './undo.ts'

export const parts: readonly UndoPart[] = [merges, trashed, memberships, values, returned]
