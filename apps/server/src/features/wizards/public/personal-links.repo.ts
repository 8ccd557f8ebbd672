/** External access links by the tokens made with them, and the runs that those started. */
import type { TeamModel } from '../../../engine/public.ts'
import { type Executor, ident, one, sql } from '../../../platform/db.ts'

export interface TokenTarget {
  dataWizardId: number
  dataCollectionId: number
}

/** The link that a token was made with; undefined if it is deleted, or its tokens have been revoked since. */
export function targetOfToken(
  executor: Executor,
  { teamId, linkId, generation }: { teamId: number; linkId: number; generation: number },
): Promise<TokenTarget | undefined> {
  return one<TokenTarget>(
    executor,
    sql`select data_wizard_id as "dataWizardId", data_collection_id as "dataCollectionId"
        from muster.external_access_link
        where id = ${linkId} and team_id = ${teamId} and generation = ${generation}`,
  )
}

/** Whether the run of a personal link has come to its end; that of a signed-in person counts, too. */
export async function isTokenUsed(
  executor: Executor,
  { schema }: TeamModel,
  tokenHash: Buffer,
): Promise<boolean> {
  const found = await one(
    executor,
    sql`select 1 from ${ident(schema, 'wizard_run')}
        where token_hash = ${tokenHash} and state in ('background', 'done')`,
  )
  return found !== undefined
}

/**
 * Gives the run that a link has started or leads back to, and that waits for its person, a new key: they have come back by the
 * link, perhaps on another device. A run that a signed-in person has taken over is theirs.
 *
 * @returns the run's id; undefined if there is none to go on with
 */
export async function takeOverRun(
  executor: Executor,
  { schema }: TeamModel,
  link: { tokenHash: Buffer } | { runId: number },
  keyHash: Buffer,
): Promise<number | undefined> {
  const isOfLink = 'runId' in link ? sql`id = ${link.runId}::bigint` : sql`token_hash = ${link.tokenHash}`
  const taken = await one<{ id: number }>(
    executor,
    sql`update ${ident(schema, 'wizard_run')} set key_hash = ${keyHash}
        where ${isOfLink} and state = 'waiting' and team_user_id is null returning id`,
  )
  return taken?.id
}
