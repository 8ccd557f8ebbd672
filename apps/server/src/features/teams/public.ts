/** What other features may use of teams. */
export { createTeam, type NewTeam } from './create-team.ts'
export { teamsService } from './teams.service.ts'
