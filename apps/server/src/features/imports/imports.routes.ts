/** Endpoints of imports. */

import type { Readable } from 'node:stream'
import type { importsApi } from '@muster/contract/imports/imports.api'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { ImportService } from './imports.service.ts'

export function importsRoutes(deps: Deps): Handlers<typeof importsApi> {
  const service = new ImportService(deps)
  return {
    upload: ({ query }, { teamUser, request }) => service.upload(teamUser, query, request.body as Readable),
    get: ({ params }, { teamUser }) => service.get(teamUser, params.importId),
    list: (_input, { teamUser }) => service.list(teamUser),
    reread: ({ params, body }, { teamUser }) => service.reread(teamUser, params.importId, body),
    check: ({ params, body }, { teamUser }) => service.check(teamUser, params.importId, body),
    run: ({ params, body }, { teamUser }) => service.run(teamUser, params.importId, body),
    cancel: ({ params }, { teamUser }) => service.cancel(teamUser, params.importId),
    mappings: ({ params }, { teamUser }) => service.mappings(teamUser, params.dataCollectionId),
    deleteMapping: async ({ params }, { teamUser }) => {
      await service.deleteMapping(teamUser, params.dataCollectionId, params.importMappingId)
      return undefined
    },
    rejects: async ({ params }, { teamUser, reply, language }) => {
      const { stream, fileName } = await service.rejects(teamUser, params.importId, language)
      await reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
        .send(stream)
      return undefined
    },
  }
}
