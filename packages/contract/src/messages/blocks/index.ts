/** Every type of block, and the schemas of blocks. A type that is missing here does not compile. */
import { z } from 'zod'
import { button } from './button.ts'
import { column, columns } from './columns.ts'
import type { BlockType, BlockTypeName } from './definition.ts'
import { divider } from './divider.ts'
import { heading } from './heading.ts'
import { html } from './html.ts'
import { image } from './image.ts'
import { social } from './social.ts'
import { spacer } from './spacer.ts'
import { text } from './text.ts'
import { viewList } from './view_list.ts'

export const messageBlocks = {
  heading,
  text,
  button,
  image,
  columns,
  column,
  divider,
  spacer,
  social,
  view_list: viewList,
  html,
} satisfies { [Type in BlockTypeName]: { type: Type | BlockTypeName } }

export type BlockSettings<Type extends BlockTypeName> = z.output<(typeof messageBlocks)[Type]['settings']>

/** A type of block by its name, whatever its settings. */
export const blockType = (type: BlockTypeName): BlockType => messageBlocks[type] as unknown as BlockType

const blockId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)

const leaf = <Type extends BlockTypeName>(type: Type) =>
  z.strictObject({
    id: blockId,
    type: z.literal(type),
    settings: messageBlocks[type].settings as z.ZodType<BlockSettings<Type>>,
  })

/** A block that has no others in it. */
export const leafBlockSchema = z.discriminatedUnion('type', [
  leaf('heading'),
  leaf('text'),
  leaf('button'),
  leaf('image'),
  leaf('divider'),
  leaf('spacer'),
  leaf('social'),
  leaf('view_list'),
  leaf('html'),
])
export type LeafBlock = z.output<typeof leafBlockSchema>

export const columnBlockSchema = z.strictObject({
  ...leaf('column').shape,
  children: z.array(leafBlockSchema).max(40),
})
export type ColumnBlock = z.output<typeof columnBlockSchema>

const columnsBlockSchema = z.strictObject({
  ...leaf('columns').shape,
  children: z.array(columnBlockSchema).min(1).max(4),
})
export type ColumnsBlock = z.output<typeof columnsBlockSchema>

export const blockSchema = z.discriminatedUnion('type', [...leafBlockSchema.options, columnsBlockSchema])
export type MessageBlock = z.output<typeof blockSchema>

/** A new block with the default settings of its type. @param newId gives an id that no block has */
export function newBlock(type: MessageBlock['type'], newId: () => string): MessageBlock {
  const settings = blockType(type).settings.parse({})
  if (type !== 'columns') return { id: newId(), type, settings } as LeafBlock
  const children = [0, 1].map(() => ({
    id: newId(),
    type: 'column',
    settings: column.settings.parse({}),
    children: [],
  }))
  return { id: newId(), type, settings, children } as unknown as ColumnsBlock
}
