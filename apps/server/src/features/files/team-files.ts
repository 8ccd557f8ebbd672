/** Removes all stored files of a team that is deleted for good. */
import type { Deps } from '../../engine/public.ts'
import { ident, rows, sql } from '../../platform/db.ts'
import { teamSchema } from '../../platform/migrate.ts'
import { FileStore } from './file-store.ts'
import { pendingRemovals } from './files.repo.ts'
import { thumbnailNames } from './thumbnails/formats.ts'
import { WebPictures } from './web-pictures/web-pictures.service.ts'

/** Removes the bytes and thumbnails, also of pictures at web addresses; it may be repeated after a failure. The rows go with the team's schema. */
export async function removeTeamFiles(
  deps: Pick<Deps, 'pool' | 'config' | 'log'>,
  teamId: number,
  signal: AbortSignal,
): Promise<void> {
  const { pool, config } = deps
  await new WebPictures(deps).removeAll(teamId)
  const store = new FileStore(config)
  const stored = await rows<{ sha256: string }>(
    pool,
    sql`select distinct sha256 from ${ident(teamSchema(teamId), 'file')}`,
  )
  const contents = [...stored.map(({ sha256 }) => sha256), ...(await pendingRemovals(pool, teamId))]
  for (const sha256 of contents) {
    signal.throwIfAborted()
    await store.remove(teamId, sha256, thumbnailNames)
  }
}
