/** Forgets what was in the files of earlier imports; what they did stays known. */
import type { Deps } from '../../engine/public.ts'
import { ImportFiles } from './import-files.ts'
import { clearSamples } from './imports.repo.ts'

export async function forgetSamples(
  { pool, config, live }: Pick<Deps, 'pool' | 'config' | 'live'>,
  teamId: number,
  dataCollectionIds: readonly number[],
): Promise<void> {
  const files = new ImportFiles(config.dataDir)
  const ended = await clearSamples(pool, teamId, dataCollectionIds)
  for (const { id } of ended) await files.remove(id)
  if (ended.length > 0) await live.changed(teamId, { kind: 'imports' })
}
