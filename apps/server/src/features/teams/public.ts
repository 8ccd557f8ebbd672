/** Exports for other features. */
export { createTeam, type NewTeam } from './create-team.ts'
export { quotaUse } from './quotas.ts'
export { teamsService } from './teams.service.ts'
