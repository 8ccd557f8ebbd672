import { columnRatios } from '@muster/contract/messages/blocks/columns'
import { type ColumnBlock, columnBlockSchema } from '@muster/contract/messages/blocks/index'
import { newBlockId } from './design-edits.ts'

export const newColumn = (): ColumnBlock =>
  columnBlockSchema.parse({ id: newBlockId(), type: 'column', settings: {}, children: [] })

/** How many columns a ratio such as `1-2` has. */
export const ratioCount = (ratio: string): number =>
  (columnRatios as Record<string, readonly number[]>)[ratio]?.length ?? 2
