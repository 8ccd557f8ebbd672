/**
 * Erases a person: the record, its history, its files that nothing else uses, their runs of wizards, what messages keep on
 * them, and every trace of its values.
 */
import { AppError } from '@muster/contract/errors'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { rawSql, run, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { removeBookmarksOf } from '../bookmarks/public.ts'
import { removeRecords } from '../collections/public.ts'
import { removeContents, removeFiles } from '../files/public.ts'
import { forgetInMessages } from '../messages/public.ts'
import { forgetInRuns } from '../wizards/public.ts'
import { removeCopies } from './copies.ts'
import { auditNameOf, confirmationOf, findPerson, lockPerson } from './person.ts'
import {
  filesOf,
  forgetWords,
  referringRecords,
  refreshReferring,
  removeKeptLinks,
  removeMentions,
  wordsOf,
} from './traces.sql.ts'

/**
 * @param confirmation the record's name as typed
 * @throws AppError not_found, validation_failed if the name is not the record's
 */
export async function erase(
  deps: Deps,
  teamUser: TeamUser,
  recordId: number,
  confirmation: string,
): Promise<void> {
  const { pool, live } = deps
  const { teamId } = teamUser
  const model = await deps.models.get(teamId)
  const { homeId, refreshed, ids } = await transaction(pool, async (client) => {
    await run(client, rawSql('set local statement_timeout = 0'))
    const { ids } = await findPerson(client, model, teamUser, recordId)
    const filesOfRuns = await forgetInRuns(client, model, ids)
    await lockPerson(client, model, ids)
    const { detail } = await findPerson(client, model, teamUser, recordId)
    if (confirmation.trim() !== confirmationOf(detail).trim()) {
      throw new AppError('validation_failed', { errors: [{ path: 'confirmation', code: 'invalid' }] })
    }
    const homeId = detail.dataCollectionId
    const words = await wordsOf(client, model, ids)
    const files = await filesOf(client, model, ids)
    const referring = await referringRecords(client, model, homeId, ids)
    await removeBookmarksOf(client, teamId, ids)
    await removeMentions(client, model, ids)
    await removeKeptLinks(client, model, ids)
    await forgetInMessages(client, model, ids)
    await removeRecords(client, model, ids)
    const { refreshed, oldNames } = await refreshReferring(client, model, referring)
    await removeFiles(client, model, [...files, ...filesOfRuns])
    await forgetWords(client, model, words, oldNames)
    await audit(client, {
      teamId,
      subject: 'data_record',
      subjectId: recordId,
      name: auditNameOf(model, detail),
      action: 'erased',
    })
    return { homeId, refreshed, ids }
  })
  live.recordsChanged(teamId, homeId, ids)
  for (const [home, others] of refreshed) live.recordsChanged(teamId, home, others)
  await removeCopies(deps, model, homeId)
  await removeContents(deps, model)
}
