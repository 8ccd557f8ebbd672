/** Routes for backups. */
import type { backupsApi } from '@muster/contract/backups/backups.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { disposition } from '../files/public.ts'
import { BackupsService } from './backups.service.ts'

export function backupsRoutes(deps: Deps): Handlers<typeof backupsApi> {
  const service = new BackupsService(deps)
  return {
    overview: () => service.overview(),
    create: () => service.create(),
    cancel: ({ params }) => service.cancel(params.backupId),
    restore: ({ params, body }, { user }) => service.restore(params.backupId, body.fileName, user.userId),
    remove: async ({ params }) => {
      await service.remove(params.backupId)
      return undefined
    },
    download: async ({ params }, { reply }) => {
      const { stream, size, fileName } = await service.download(params.backupId)
      await reply
        .header('content-type', 'application/octet-stream')
        .header('content-length', size)
        .header('content-disposition', disposition('attachment', fileName))
        .header('cache-control', 'private, no-store')
        .send(stream)
      return undefined
    },
  }
}
