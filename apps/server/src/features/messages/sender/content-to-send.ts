/** The stored content of a message that is being sent. */
import type { Language } from '@muster/contract/paging'
import { type Deps, loadModel, systemFor } from '../../../engine/public.ts'
import type { Config } from '../../../platform/config.ts'
import { transaction } from '../../../platform/db.ts'
import { callerOf } from '../../auth/public.ts'
import { contentsOf, lockMessage } from '../messages.repo.ts'
import { compileContents, type StoredContent, storedContent } from '../rendering.ts'

interface ContentKey {
  teamId: number
  messageId: number
  language: Language
}

/**
 * Compiles it first where that has not been done: a wizard's task makes messages that never start, and another version may
 * have compiled it.
 */
export async function contentToSend(
  deps: Pick<Deps, 'pool'> & { config: Pick<Config, 'publicUrl' | 'secret'> },
  { teamId, messageId, language }: ContentKey,
): Promise<StoredContent | undefined> {
  const stored = await storedContent(deps.pool, messageId, language)
  if (stored) return stored
  await transaction(deps.pool, async (client) => {
    const message = await lockMessage(client, teamId, messageId)
    if (!message) return
    const owner = message.ownedBy && (await callerOf(client, teamId, message.ownedBy.teamUserId))
    const model = await loadModel(client, teamId)
    const contents = await contentsOf(client, messageId)
    // Without an owner it lists no records of views.
    const caller = owner ?? systemFor(0, [])
    await compileContents(deps, client, { message, contents, model, caller })
  })
  return storedContent(deps.pool, messageId, language)
}
