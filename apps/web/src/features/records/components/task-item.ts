/** The menu item of a record that creates a task for it. */
import type { MenuItem } from '../../../ui/ActionMenu.tsx'

export const taskItem = (label: string, teamId: number, recordId: number): MenuItem => ({
  label,
  glyph: 'check',
  url: `/team-${teamId}/projects?create=task&about=${recordId}`,
})
