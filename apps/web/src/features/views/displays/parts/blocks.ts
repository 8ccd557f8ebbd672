/** Displayed fields with the same grouping key stand in one block, where the first of them stands. */
import type { Display } from '../../source.ts'

export type Shown = Display['fields'][number]

export interface Block {
  /** Its heading; '' has none. */
  title: string
  fields: Shown[]
}

export function blocksOf(fields: readonly Shown[]): Block[] {
  const blocks: Block[] = []
  for (const one of fields) {
    const title = one.shown.fieldGroupingKey
    const last = blocks.at(-1)
    // Those without a key belong to no block that others could join later.
    const block =
      title === '' ? (last?.title === '' ? last : undefined) : blocks.find((b) => b.title === title)
    if (block) block.fields.push(one)
    else blocks.push({ title, fields: [one] })
  }
  return blocks
}
