/** What the editor needs of each type of block; `blocks/index.ts` has them all. */
import type { BlockTypeName } from '@muster/contract/messages/blocks/definition'
import type { BlockSettings } from '@muster/contract/messages/blocks/index'
import type { ComponentType } from 'react'
import type { GlyphName } from '../../../../ui/Glyph.tsx'

export interface BlockPartProps<Type extends BlockTypeName> {
  settings: BlockSettings<Type>
  /** @param of what is changed, where a change is made of many small ones, such as letters */
  set: (change: Partial<BlockSettings<Type>>, of?: string) => void
  /** The text of the problem at a path of the settings. */
  errorOf: (path: string) => string | undefined
}

export interface BlockUi<Type extends BlockTypeName> {
  glyph: GlyphName
  /** How the canvas shows it. */
  Preview: ComponentType<BlockPartProps<Type> & { isSelected: boolean }>
  Settings: ComponentType<BlockPartProps<Type>>
}
