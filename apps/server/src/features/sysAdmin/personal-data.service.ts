/** What is kept on an account: taken away as a file, and erased for good. */
import { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import { type Deps, loadModel } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { SessionUser } from '../../platform/http/context.ts'
import { revokeLinks } from '../auth/public.ts'
import { forgetMember } from '../personalData/public.ts'
import {
  accountData,
  eraseAccount,
  erasePlace,
  eventsOfUser,
  isLastAdminSomewhere,
  placesOf,
} from './personal-data.repo.ts'
import { lockSysAdmins, lockUser } from './sysAdmin.repo.ts'

/** The name of an erased user in the history of a team, in the language of the team. */
const deletedUser: Readonly<Record<Language, { firstName: string; lastName: string }>> = {
  en: { firstName: 'Deleted', lastName: 'user' },
  es: { firstName: 'Usuario', lastName: 'eliminado' },
  fr: { firstName: 'Utilisateur', lastName: 'supprimé' },
}

const eventPage = 1_000

/** JSON with the account, its places in teams, sessions, and its acts in the audit log. @throws AppError not_found */
export async function exportUser({ pool }: Pick<Deps, 'pool'>, userId: string): Promise<Readable> {
  const account = await accountData(pool, userId)
  if (!account) throw new AppError('not_found')
  async function* parts() {
    yield `{"account":${JSON.stringify(account)},\n"acts":[`
    let separator = '\n'
    for (let after = 0; ; ) {
      const events = await eventsOfUser(pool, userId, after, eventPage)
      for (const { id, ...event } of events) {
        yield separator + JSON.stringify(event)
        separator = ',\n'
        after = id
      }
      if (events.length < eventPage) break
    }
    yield ']}\n'
  }
  return Readable.from(parts())
}

/**
 * Erases an account: nobody can sign in to it, and its names in teams and their history become "Deleted user". The audit
 * log keeps what it has.
 *
 * @param email as typed
 * @throws AppError not_found, own_account, last_sys_admin, last_admin if a team would have none, validation_failed if the address is not the account's
 */
export async function eraseUser(
  deps: Deps,
  caller: SessionUser,
  userId: string,
  email: string,
): Promise<void> {
  const { pool, live } = deps
  if (caller.userId === userId) throw new AppError('own_account')
  const places = await transaction(pool, async (client) => {
    const sysAdmins = await lockSysAdmins(client)
    const user = await lockUser(client, userId)
    if (!user) throw new AppError('not_found')
    if (user.email !== email.trim().toLowerCase()) {
      throw new AppError('validation_failed', { errors: [{ path: 'email', code: 'invalid' }] })
    }
    if (user.isSysAdmin && user.status !== 'locked' && sysAdmins < 2) throw new AppError('last_sys_admin')
    if (await isLastAdminSomewhere(client, userId)) throw new AppError('last_admin')
    const places = await placesOf(client, userId)
    for (const place of places) await leave(client, place)
    await eraseAccount(client, userId)
    await audit(client, {
      teamId: null,
      subject: 'app_user',
      subjectId: userId,
      name: userId,
      action: 'erased',
    })
    return places
  })
  await live.invalidate({ user: userId })
  for (const { teamId, teamUserId } of places) {
    await live.changed(teamId, { kind: 'permissions', of: { teamUserIds: [teamUserId] } })
  }
}

async function leave(
  client: Transaction,
  { teamUserId, teamId, language }: { teamUserId: number; teamId: number; language: Language },
): Promise<void> {
  const name = deletedUser[language]
  await revokeLinks(client, 'invitation', String(teamUserId))
  await erasePlace(client, teamUserId, name)
  // A closed team has no model; its records go with it.
  const model = await loadModel(client, teamId).catch(() => null)
  if (model) await forgetMember(client, model, teamUserId, `${name.firstName} ${name.lastName}`)
}
