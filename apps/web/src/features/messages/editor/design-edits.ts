/** Changes of a design; each gives a new one. A list of blocks is named by the id of its column, or `root`. */
import type { LeafBlock, MessageBlock } from '@muster/contract/messages/blocks/index'
import { type AnyBlock, allBlocks, type MessageDesign } from '@muster/contract/messages/design'

export const rootList = 'root'

export interface BlockPlace {
  list: string
  at: number
}

export const newBlockId = (): string => `b${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

export const findBlock = (design: MessageDesign, id: string | null): AnyBlock | undefined =>
  id === null ? undefined : allBlocks(design.blocks).find((block) => block.id === id)

export function listOf(design: MessageDesign, list: string): readonly MessageBlock[] {
  if (list === rootList) return design.blocks
  const column = findBlock(design, list)
  return column?.type === 'column' ? column.children : []
}

export function placeOf(design: MessageDesign, id: string): BlockPlace | undefined {
  const lists = [
    rootList,
    ...allBlocks(design.blocks).flatMap(({ type, id }) => (type === 'column' ? [id] : [])),
  ]
  for (const list of lists) {
    const at = listOf(design, list).findIndex((block) => block.id === id)
    if (at >= 0) return { list, at }
  }
  return undefined
}

/** Columns stay on the first level. */
export const mayStandIn = (list: string, type: MessageBlock['type']): boolean =>
  list === rootList || type !== 'columns'

function withList(
  design: MessageDesign,
  list: string,
  change: (blocks: readonly MessageBlock[]) => readonly MessageBlock[],
): MessageDesign {
  if (list === rootList) return { ...design, blocks: [...change(design.blocks)] }
  return {
    ...design,
    blocks: design.blocks.map((block) =>
      block.type !== 'columns'
        ? block
        : {
            ...block,
            children: block.children.map((column) =>
              column.id === list ? { ...column, children: change(column.children) as LeafBlock[] } : column,
            ),
          },
    ),
  }
}

export function insertBlock(
  design: MessageDesign,
  { list, at }: BlockPlace,
  block: MessageBlock,
): MessageDesign {
  if (!mayStandIn(list, block.type)) return design
  return withList(design, list, (blocks) => blocks.toSpliced(at, 0, block))
}

export function removeBlock(design: MessageDesign, id: string): MessageDesign {
  const place = placeOf(design, id)
  return place ? withList(design, place.list, (blocks) => blocks.filter((block) => block.id !== id)) : design
}

/** @param to where it stands afterwards */
export function moveBlock(design: MessageDesign, id: string, to: BlockPlace): MessageDesign {
  const from = placeOf(design, id)
  const block = from && listOf(design, from.list)[from.at]
  if (!from || !block || !mayStandIn(to.list, block.type)) return design
  if (from.list === to.list && from.at === to.at) return design
  return insertBlock(removeBlock(design, id), to, block)
}

/** A copy right after the block, with ids of its own; also gives the id of the copy. */
export function duplicateBlock(design: MessageDesign, id: string): { design: MessageDesign; id: string } {
  const place = placeOf(design, id)
  const block = place && listOf(design, place.list)[place.at]
  if (!place || !block) return { design, id }
  const copy = withNewIds(structuredClone(block))
  return { design: insertBlock(design, { ...place, at: place.at + 1 }, copy), id: copy.id }
}

function withNewIds(block: MessageBlock): MessageBlock {
  if (block.type !== 'columns') return { ...block, id: newBlockId() }
  const children = block.children.map((column) => ({
    ...column,
    id: newBlockId(),
    children: column.children.map((child) => ({ ...child, id: newBlockId() })),
  }))
  return { ...block, id: newBlockId(), children }
}

/** Settings of one block, whatever its type. */
export function changeSettings(design: MessageDesign, id: string, change: object): MessageDesign {
  const changed = <Block extends AnyBlock>(block: Block): Block =>
    block.id === id ? { ...block, settings: { ...block.settings, ...change } } : block
  return {
    ...design,
    blocks: design.blocks.map((block) => {
      const own = changed(block)
      if (own.type !== 'columns') return own
      const children = own.children.map((column) => ({
        ...changed(column),
        children: column.children.map(changed),
      }))
      return { ...own, children }
    }),
  }
}

/** The columns of a block as many as asked; those that are left out give their blocks to the last one. */
export function setColumnCount(
  design: MessageDesign,
  id: string,
  count: number,
  newColumn: () => Extract<AnyBlock, { type: 'column' }>,
): MessageDesign {
  return {
    ...design,
    blocks: design.blocks.map((block) => {
      if (block.id !== id || block.type !== 'columns') return block
      const kept = block.children.slice(0, count)
      const orphans = block.children.slice(count).flatMap(({ children }) => children)
      while (kept.length < count) kept.push(newColumn())
      const children = kept.map((column, n) =>
        n === kept.length - 1 ? { ...column, children: [...column.children, ...orphans] } : column,
      )
      return { ...block, children }
    }),
  }
}
