/** Adds a job, once per collection, that indexes records whose search text is stored but not indexed yet. */
import type { Jobs } from '../../platform/jobs.ts'

export async function scheduleIndexing(
  { jobs }: { jobs: Pick<Jobs, 'add'> },
  teamId: number,
  dataCollectionId: number,
): Promise<void> {
  const jobKey = `index_imported ${teamId} ${dataCollectionId}`
  await jobs.add('index_imported', { teamId, dataCollectionId }, { jobKey })
}
