/** Users of the whole system: edited, locked, sent a password mail, signed out. */
import type { AuditAction } from '@muster/contract/audit/audit.schema'
import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import type { SystemUser } from '@muster/contract/sysAdmin/sysAdmin.api'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import {
  attempt,
  deleteSecondFactor,
  deleteSession,
  deleteSessions,
  listSessions,
  mailLimits,
  sendPasswordSetup,
} from '../auth/public.ts'
import { findUser, lockSysAdmins, lockUser, setLocked, updateUser } from './sysAdmin.repo.ts'

export function systemUsersService(deps: Deps) {
  const { pool, live } = deps

  async function get(userId: string): Promise<SystemUser> {
    const user = await findUser(pool, userId)
    if (!user) throw new AppError('not_found')
    return user
  }

  async function change(
    userId: string,
    action: AuditAction,
    work: (client: Transaction, user: SystemUser) => Promise<void>,
  ): Promise<SystemUser> {
    const after = await transaction(pool, async (client) => {
      const sysAdmins = await lockSysAdmins(client)
      const before = await lockUser(client, userId)
      if (!before) throw new AppError('not_found')
      await work(client, before)
      const after = (await findUser(client, userId))!
      if (isActiveSysAdmin(before) && !isActiveSysAdmin(after) && sysAdmins < 2) {
        throw new AppError('last_sys_admin')
      }
      await audit(client, {
        teamId: null,
        subject: 'app_user',
        subjectId: userId,
        name: after.name,
        action,
        before: auditedOf(before),
        after: auditedOf(after),
      })
      return after
    })
    await live.invalidate({ user: userId })
    return after
  }

  /** Nobody may remove their own rights or lock themselves out. */
  function refuseSelf(caller: SessionUser, userId: string): void {
    if (caller.userId === userId) throw new AppError('own_account')
  }

  return {
    /** @throws AppError not_found, own_account, last_sys_admin */
    update: (caller: SessionUser, userId: string, user: { name: string; isSysAdmin: boolean }) =>
      change(userId, 'updated', async (client, before) => {
        if (user.isSysAdmin !== before.isSysAdmin) refuseSelf(caller, userId)
        await updateUser(client, userId, user)
      }),
    /** Ends all sessions. @throws AppError not_found, own_account, last_sys_admin */
    lock: (caller: SessionUser, userId: string) =>
      change(userId, 'suspended', async (client, before) => {
        refuseSelf(caller, userId)
        if (before.status === 'locked') throw new AppError('not_found')
        await setLocked(client, userId, true)
        await deleteSessions(client, userId, null)
      }),
    /** @throws AppError not_found */
    unlock: (userId: string) =>
      change(userId, 'resumed', async (client, before) => {
        if (before.status !== 'locked') throw new AppError('not_found')
        await setLocked(client, userId, false)
      }),
    /** @throws AppError not_found */
    removeSecondFactor: (userId: string) =>
      change(userId, 'updated', async (client) => {
        if (!(await deleteSecondFactor(client, userId))) throw new AppError('not_found')
      }),
    /** @throws AppError not_found, rate_limited */
    async sendPasswordMail(userId: string, language: Language): Promise<void> {
      const { email } = await get(userId)
      if (!(await attempt(pool, mailLimits(email)))) throw new AppError('rate_limited')
      await sendPasswordSetup(deps, { userId, email }, language)
    },
    async sessions(userId: string) {
      await get(userId)
      return listSessions(pool, userId)
    },
    /**
     * Ends one session, or all with null.
     *
     * @throws AppError not_found, own_account for the caller's own, which they end by signing out
     */
    async endSessions(caller: SessionUser, userId: string, sessionId: string | null): Promise<number> {
      if (sessionId === null || sessionId === caller.sessionId) refuseSelf(caller, userId)
      const { name } = await get(userId)
      const count = await transaction(pool, async (client) => {
        const count =
          sessionId === null
            ? await deleteSessions(client, userId, null)
            : Number(await deleteSession(client, userId, sessionId))
        if (sessionId !== null && count === 0) throw new AppError('not_found')
        if (count > 0) {
          await audit(client, {
            teamId: null,
            subject: 'session',
            subjectId: sessionId ?? userId,
            name,
            action: 'ended',
            before: { userId, count },
          })
        }
        return count
      })
      await live.invalidate(sessionId === null ? { user: userId } : { session: sessionId })
      return count
    },
  }
}

const isActiveSysAdmin = ({ isSysAdmin, status }: SystemUser) => isSysAdmin && status !== 'locked'

const auditedOf = ({ name, isSysAdmin, status, hasSecondFactor }: SystemUser) => ({
  name,
  isSysAdmin,
  status,
  hasSecondFactor,
})
