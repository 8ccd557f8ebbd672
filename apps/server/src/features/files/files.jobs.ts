/** Background jobs of files. */

import { z } from 'zod'
import { type Deps, openTeamIds } from '../../engine/public.ts'
import { transaction } from '../../platform/db.ts'
import { defineTask } from '../../platform/jobs.ts'
import { FileStore } from './file-store.ts'
import { logoFiles, pictureFiles, removeStaleUses, removeUnused } from './files.repo.ts'
import { removeContents } from './remove-contents.ts'
import { Thumbnails } from './thumbnails/thumbnails.service.ts'
import { fetchPicturesTask } from './web-pictures/fetch-run.ts'
import { WebPictures } from './web-pictures/web-pictures.service.ts'

/** How long an unused file is kept, because its record may not be saved yet. */
const unusedKeptMs = 24 * 60 * 60 * 1000
const batchSize = 1000

export function filesTasks(deps: Deps) {
  return {
    make_thumbnails: makeThumbnailsTask(deps),
    purge_files: purgeFilesTask(deps),
    fetch_pictures: fetchPicturesTask(deps),
  }
}

function makeThumbnailsTask(deps: Deps) {
  const thumbnails = new Thumbnails(deps)
  return defineTask({
    schema: z.object({ teamId: z.number(), fileId: z.uuid() }),
    maxAttempts: 5,
    run: ({ teamId, fileId }, { isLastAttempt }) => thumbnails.makeAll(teamId, fileId, isLastAttempt),
  })
}

/** Runs nightly after the trash is emptied, which frees files of records. */
function purgeFilesTask(deps: Deps) {
  const webPictures = new WebPictures(deps)
  return defineTask({
    schema: z.object({}),
    cron: '53 3 * * *',
    async run(_payload, { log, signal }) {
      const swept = await new FileStore(deps.config).sweep()
      if (swept > 0) log.info({ swept }, 'deleted files of interrupted uploads')
      for (const id of await openTeamIds(deps.pool)) {
        signal.throwIfAborted()
        try {
          const files = await purgeFiles(deps, id)
          const pictures = await webPictures.trim(id)
          if (files > 0 || pictures > 0) log.info({ teamId: id, files, pictures }, 'files purged')
        } catch (error) {
          // An error in one team must not affect the others; the next night retries.
          log.error({ err: error, teamId: id }, 'could not purge files')
        }
      }
    },
  })
}

/** Removes a team's files that no record, mail or logo uses a day after their upload, and then their bytes. */
export async function purgeFiles(deps: Deps, teamId: number, now = Date.now()): Promise<number> {
  const model = await deps.models.get(teamId)
  await removeStaleUses(deps.pool, model)
  const kept = [...(await logoFiles(deps.pool, teamId)), ...(await pictureFiles(deps.pool, model))]
  let purged = 0
  for (;;) {
    const count = await transaction(deps.pool, (client) =>
      removeUnused(client, model, new Date(now - unusedKeptMs), kept, batchSize),
    )
    purged += count
    if (count < batchSize) break
  }
  await removeContents(deps, model)
  return purged
}
