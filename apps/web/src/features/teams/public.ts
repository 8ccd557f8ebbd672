/** What other features may use of teams. */
export { hasAdminAccess } from './admin-access.ts'
export { TeamLogo } from './components/TeamLogo.tsx'
export {
  collectionsQuery,
  headerBarMenuQuery,
  refreshTeam,
  selectedTeamId,
  selectTeam,
  teamEvents,
  useSelectedTeamId,
  writtenCollectionsQuery,
} from './selected-team.ts'
export { useCan, useIsTeamAdmin, useMayExport, useTeamId } from './use-team.ts'
