/** Search documents that a job writes after a change of many records. */
import type { Transaction } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'

/** An import or an undo of more records leaves their search documents to the job. */
export const maxIndexedAtOnce = 5000

/** The next part of a paste often follows at once, and should not share the processor with the job. */
const pauseMs = 1000

/**
 * Adds a job, once per collection, that writes the search documents of records that are marked as pending.
 *
 * @param options.keepsStatistics for too few records to change what the planner knows of the collection
 * @param options.client of the transaction that changes the records: the job is there if they are changed
 */
export async function scheduleIndexing(
  { jobs }: { jobs: Pick<Jobs, 'add'> },
  teamId: number,
  dataCollectionId: number,
  { keepsStatistics = false, client }: { keepsStatistics?: boolean; client?: Transaction } = {},
): Promise<void> {
  const jobKey = `index_imported ${teamId} ${dataCollectionId} ${keepsStatistics}`
  const later = { runAt: new Date(Date.now() + pauseMs), keepsRunAt: true }
  const payload = { teamId, dataCollectionId, keepsStatistics }
  const options = { jobKey, ...(keepsStatistics ? later : {}), ...(client ? { client } : {}) }
  await jobs.add('index_imported', payload, options)
}
