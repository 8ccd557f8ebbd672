/** Routes for exports. */

import type { exportsApi } from '@muster/contract/exports/exports.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { disposition } from '../files/public.ts'
import { ExportService } from './exports.service.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}

export function exportsRoutes(deps: Deps): Handlers<typeof exportsApi> {
  const service = new ExportService(deps)
  return {
    create: ({ body }, { teamUser }) => service.create(teamUser, body),
    list: ({ query }, { teamUser }) => service.list(teamUser, query.dataCollectionId),
    get: ({ params }, { teamUser }) => service.get(teamUser, params.exportId),
    cancel: ({ params }, { teamUser }) => service.cancel(teamUser, params.exportId),
    remove: async ({ params }, { teamUser }) => {
      await service.remove(teamUser, params.exportId)
      return undefined
    },
    download: async ({ params }, context) => {
      const { teamUser, reply } = context
      const { stream, size, fileName, format } = await service.download(teamUser, params.exportId)
      context.stillAllowed = (current) => service.checkDownload(current, params.exportId)
      await reply
        .header('content-type', contentTypes[format])
        .header('content-length', size)
        .header('content-disposition', disposition('attachment', fileName))
        .header('cache-control', 'private, no-store')
        .send(stream)
      return undefined
    },
  }
}
