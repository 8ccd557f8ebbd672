/** Removes bytes that no file has any more. */
import type { Deps, TeamModel } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { FileStore } from './file-store.ts'
import { endRemoval, hasContent, isBackupRunning, lockContent, pendingRemovals } from './files.repo.ts'
import { thumbnailNames } from './thumbnails/formats.ts'

/** Removes a team's queued contents; one that was uploaded again in the meantime stays. */
export async function removeContents(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  model: TeamModel,
): Promise<void> {
  const { teamId } = model
  const store = new FileStore(config)
  for (const sha256 of await pendingRemovals(pool, teamId)) {
    await transaction(pool, async (client) => {
      // It stays queued until the backup has ended.
      if (await isBackupRunning(client)) return
      await lockContent(client, teamId, sha256, 'exclusive')
      if (!(await hasContent(client, model, sha256))) await store.remove(teamId, sha256, thumbnailNames)
      await endRemoval(client, teamId, sha256)
    })
  }
}
