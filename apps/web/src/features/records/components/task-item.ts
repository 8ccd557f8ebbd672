/** The entry of a record's menu that makes a task about it. */
import type { MenuItem } from '../../../ui/ActionMenu.tsx'

export const taskItem = (label: string, teamId: number, recordId: number): MenuItem => ({
  label,
  glyph: 'check',
  url: `/team-${teamId}/projects?create=task&about=${recordId}`,
})
