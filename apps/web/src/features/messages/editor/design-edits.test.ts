import { type MessageBlock, newBlock } from '@muster/contract/messages/blocks/index'
import {
  allBlocks,
  emptyDesign,
  type MessageDesign,
  messageDesignSchema,
} from '@muster/contract/messages/design'
import { describe, expect, it } from 'vitest'
import {
  changeSettings,
  duplicateBlock,
  findBlock,
  insertBlock,
  moveBlock,
  newBlockId,
  placeOf,
  removeBlock,
  rootList,
  setColumnCount,
} from './design-edits.ts'

const made = (type: MessageBlock['type'], id: string): MessageBlock => ({ ...newBlock(type, newBlockId), id })

function aDesign(): MessageDesign {
  const columns = made('columns', 'cols') as Extract<MessageBlock, { type: 'columns' }>
  columns.children[0]!.id = 'left'
  columns.children[1]!.id = 'right'
  columns.children[0]!.children = [made('text', 'inner') as never]
  return { ...emptyDesign(), blocks: [made('heading', 'a'), columns, made('divider', 'b')] }
}

const ids = (design: MessageDesign) => allBlocks(design.blocks).map(({ id }) => id)

describe('edits of a design', () => {
  it('move blocks within and between lists, and keep columns outside of columns', () => {
    const design = aDesign()
    expect(ids(moveBlock(design, 'b', { list: rootList, at: 0 }))).toEqual([
      'b',
      'a',
      'cols',
      'left',
      'inner',
      'right',
    ])
    expect(ids(moveBlock(design, 'a', { list: 'right', at: 0 }))).toEqual([
      'cols',
      'left',
      'inner',
      'right',
      'a',
      'b',
    ])
    expect(ids(moveBlock(design, 'inner', { list: rootList, at: 3 }))).toEqual([
      'a',
      'cols',
      'left',
      'right',
      'b',
      'inner',
    ])
    expect(moveBlock(design, 'cols', { list: 'left', at: 0 })).toBe(design)
    expect(moveBlock(design, 'a', { list: rootList, at: 0 })).toBe(design)
  })

  it('insert, remove and find', () => {
    const design = insertBlock(aDesign(), { list: 'left', at: 1 }, made('spacer', 'new'))
    expect(placeOf(design, 'new')).toEqual({ list: 'left', at: 1 })
    expect(findBlock(design, 'new')?.type).toBe('spacer')
    expect(ids(removeBlock(design, 'inner'))).not.toContain('inner')
    expect(ids(removeBlock(design, 'cols'))).toEqual(['a', 'b'])
    expect(findBlock(design, null)).toBeUndefined()
  })

  it('duplicate a block with everything in it, under new ids', () => {
    const { design, id } = duplicateBlock(aDesign(), 'cols')
    expect(messageDesignSchema.safeParse(design).success).toBe(true)
    expect(placeOf(design, id)).toEqual({ list: rootList, at: 2 })
    expect(allBlocks(design.blocks)).toHaveLength(10)
  })

  it('change settings of a nested block only', () => {
    const before = aDesign()
    const design = changeSettings(before, 'inner', { html: '<p>x</p>' })
    expect(findBlock(design, 'inner')?.settings).toMatchObject({ html: '<p>x</p>', align: 'left' })
    expect(design.blocks[0]).toBe(before.blocks[0])
  })

  it('keep the blocks of columns that are left out', () => {
    const newColumn = () => ({
      id: newBlockId(),
      type: 'column' as const,
      settings: { backgroundColor: null },
      children: [],
    })
    const three = setColumnCount(aDesign(), 'cols', 3, newColumn)
    expect(three.blocks[1]).toMatchObject({ children: [{ id: 'left' }, { id: 'right' }, {}] })
    const moved = moveBlock(three, 'a', { list: 'right', at: 0 })
    const two = setColumnCount(moved, 'cols', 1, newColumn)
    expect(ids(two)).toEqual(['cols', 'left', 'inner', 'a', 'b'])
  })
})
