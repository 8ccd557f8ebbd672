/** Displayed fields with the same grouping key form one block, at the position of the first. */
import type { Display } from '../../source.ts'

export type Shown = Display['fields'][number]

export interface Block {
  /** Its heading; '' for none. */
  title: string
  fields: Shown[]
}

export function blocksOf(fields: readonly Shown[]): Block[] {
  const blocks: Block[] = []
  for (const one of fields) {
    const title = one.shown.fieldGroupingKey
    const last = blocks.at(-1)
    // Fields without a key form blocks that later ones do not join.
    const block =
      title === '' ? (last?.title === '' ? last : undefined) : blocks.find((b) => b.title === title)
    if (block) block.fields.push(one)
    else blocks.push({ title, fields: [one] })
  }
  return blocks
}
