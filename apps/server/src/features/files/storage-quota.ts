/** Keeps a team within its storage for files. */
import { AppError } from '@muster/contract/errors'
import type { TeamModel } from '../../engine/public.ts'
import type { Transaction } from '../../platform/db.ts'
import type { Received } from './file-store.ts'
import { hasContent, sumFiles } from './files.repo.ts'

/** A content that the team has already takes no room. @throws AppError storage_quota */
export async function requireStorage(
  client: Transaction,
  model: TeamModel,
  { size, sha256 }: Pick<Received, 'size' | 'sha256'>,
): Promise<void> {
  const { maxStorageBytes } = model.quotas
  if (maxStorageBytes === null || (await hasContent(client, model, sha256))) return
  const { bytes } = await sumFiles(client, model.schema)
  if (bytes + size > maxStorageBytes) throw new AppError('storage_quota')
}
