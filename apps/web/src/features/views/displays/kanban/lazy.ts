/** Boards in a chunk of their own. */
import { lazy } from 'react'

export const KanbanDisplay = lazy(async () => ({
  default: (await import('./KanbanDisplay.tsx')).KanbanDisplay,
}))
export const Kanban = lazy(async () => ({ default: (await import('./Kanban.tsx')).Kanban }))
