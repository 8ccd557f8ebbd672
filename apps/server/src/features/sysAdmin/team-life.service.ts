/** The life of a team: edited, suspended, deleted, restored, and removed for good after 30 days. */
import type { AuditAction } from '@muster/contract/audit/audit.schema'
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import { type SystemTeam, type sysAdminApi, teamRetentionDays } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { QuotaUse } from '@muster/contract/teams/quotas.schema'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import { removeTeamFiles } from '../files/public.ts'
import { quotaUse } from '../teams/public.ts'
import {
  dropTeam,
  expiredTeams,
  hasTeam,
  lockTeam,
  setDeleted,
  setQuotas,
  setSuspended,
  updateTeam,
} from './sysAdmin.repo.ts'

const dayMs = 24 * 60 * 60 * 1000

export function teamLifeService(deps: Deps) {
  const { pool, live, models } = deps

  /** Changes a team, records it, and announces it to everybody who has the team open. */
  async function change(
    teamId: number,
    action: AuditAction,
    work: (client: Transaction, team: SystemTeam) => Promise<void>,
  ): Promise<SystemTeam> {
    const { before, after } = await transaction(pool, async (client) => {
      const before = await lockTeam(client, teamId)
      if (!before) throw new AppError('not_found')
      await work(client, before)
      const after = (await lockTeam(client, teamId))!
      await audit(client, {
        teamId,
        subject: 'team',
        subjectId: teamId,
        name: after.name,
        action,
        before: auditedOf(before),
        after: auditedOf(after),
      })
      return { before, after }
    })
    await live.changed(teamId, { kind: 'permissions' })
    await models.changed(teamId)
    // Ends the open event streams of the team; they are opened again only if it is open.
    if (before.state !== after.state) await live.invalidate({ team: teamId })
    return after
  }

  return {
    /** @throws AppError not_found, version_conflict */
    update: (teamId: number, { version, quotas, ...team }: Body<(typeof sysAdminApi)['updateTeam']>) =>
      change(teamId, 'updated', async (client, before) => {
        if (before.state === 'deleted') throw new AppError('not_found')
        if (before.version !== version) throw new AppError('version_conflict')
        await updateTeam(client, teamId, team)
        if (quotas) await setQuotas(client, teamId, quotas)
      }),
    /** @throws AppError not_found */
    async use(teamId: number): Promise<QuotaUse> {
      if (!(await hasTeam(pool, teamId))) throw new AppError('not_found')
      return quotaUse(deps, teamId)
    },
    suspend: (teamId: number) =>
      change(teamId, 'suspended', async (client, before) => {
        if (before.state !== 'active') throw new AppError('not_found')
        await setSuspended(client, teamId, true)
      }),
    resume: (teamId: number) =>
      change(teamId, 'resumed', async (client, before) => {
        if (before.state !== 'suspended') throw new AppError('not_found')
        await setSuspended(client, teamId, false)
      }),
    /** @throws AppError not_found, validation_failed if the name is not the team's */
    remove: (teamId: number, name: string) =>
      change(teamId, 'deleted', async (client, before) => {
        if (before.state === 'deleted') throw new AppError('not_found')
        if (name.trim() !== before.name) {
          throw new AppError('validation_failed', { errors: [{ path: 'name', code: 'invalid' }] })
        }
        await setDeleted(client, teamId, true)
      }),
    /** @throws AppError not_found, undo_expired */
    restore: (teamId: number) =>
      change(teamId, 'restored', async (client, before) => {
        if (before.deletedAt === null) throw new AppError('not_found')
        if (Date.parse(before.deletedAt) < Date.now() - teamRetentionDays * dayMs) {
          throw new AppError('undo_expired')
        }
        await setDeleted(client, teamId, false)
      }),
  }
}

const auditedOf = ({ name, shortName, description, state, quotas }: SystemTeam) => ({
  name,
  shortName,
  description,
  state,
  ...quotas,
})

/** Removes what was deleted more than 30 days ago: files, schema and rows. @returns the ids of the teams */
export async function purgeTeams(deps: Deps, signal: AbortSignal): Promise<number[]> {
  const purged: number[] = []
  for (const { teamId } of await expiredTeams(deps.pool)) {
    signal.throwIfAborted()
    try {
      await removeTeamFiles(deps, teamId, signal)
      await transaction(deps.pool, (client) => dropTeam(client, teamId))
      purged.push(teamId)
    } catch (error) {
      // An error in one team must not affect the others; the next night retries.
      deps.log.error({ err: error, teamId }, 'could not remove a deleted team')
    }
  }
  return purged
}
