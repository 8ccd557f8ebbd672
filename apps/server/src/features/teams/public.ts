/** Exports for other features. */
export { createTeam, type NewTeam } from './create-team.ts'
export { teamsService } from './teams.service.ts'
