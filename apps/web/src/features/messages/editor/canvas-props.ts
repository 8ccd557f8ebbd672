/** What the canvas and the frames of its blocks get from the editor. */
import type { MessageBlock } from '@muster/contract/messages/blocks/index'
import type { MessageDesign } from '@muster/contract/messages/design'
import type { ReactNode } from 'react'
import type { BlockPlace } from './design-edits.ts'

export interface CanvasProps {
  design: MessageDesign
  selected: string | null
  onSelect: (id: string | null) => void
  onInsert: (type: MessageBlock['type'], place?: BlockPlace) => void
  onMove: (id: string, to: BlockPlace) => void
  onMoveBy: (id: string, by: number) => void
  onRemove: (id: string) => void
  onDuplicate: (id: string) => void
  onSet: (id: string, change: object, of?: string) => void
  palette: ReactNode
  panel: ReactNode
}
