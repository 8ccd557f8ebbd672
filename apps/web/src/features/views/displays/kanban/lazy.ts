/** The board in a chunk of its own. */
import { lazy } from 'react'

export const KanbanDisplay = lazy(async () => ({
  default: (await import('./KanbanDisplay.tsx')).KanbanDisplay,
}))
