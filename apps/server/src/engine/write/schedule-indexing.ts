/** Records whose words are written down but not indexed: the job that does it, once for each collection. */
import type { Jobs } from '../../platform/jobs.ts'

export async function indexLater(
  { jobs }: { jobs: Pick<Jobs, 'add'> },
  teamId: number,
  dataCollectionId: number,
): Promise<void> {
  const jobKey = `index_imported ${teamId} ${dataCollectionId}`
  await jobs.add('index_imported', { teamId, dataCollectionId }, { jobKey })
}
