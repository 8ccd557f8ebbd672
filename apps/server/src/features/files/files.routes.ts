/** Routes for files, which upload and download streams. */

import type { filesApi } from '@muster/contract/files/files.api'
import { type Deps, Homes } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { sendFile, sendThumbnail, sendWebPicture } from './file-responses.ts'
import { FilesService } from './files.service.ts'
import { Thumbnails } from './thumbnails/thumbnails.service.ts'
import { bodyOf } from './upload-body.ts'
import { readableAddress } from './web-pictures/address.ts'
import { beginFetch } from './web-pictures/fetch-run.ts'
import { WebPictures } from './web-pictures/web-pictures.service.ts'

export function filesRoutes(deps: Deps): Handlers<typeof filesApi> {
  const service = new FilesService(deps)
  const thumbnails = new Thumbnails(deps)
  const webPictures = new WebPictures(deps)
  const homes = new Homes(deps.pool)
  return {
    async upload({ query }, { teamUser, request }) {
      const maxBytes = await service.maxBytes(teamUser, query.dataFieldId)
      return service.upload(teamUser, query.name, bodyOf(request, maxBytes), query.dataFieldId)
    },
    list: ({ query }, { teamUser }) => service.list(teamUser, query),
    async download({ params, query }, context) {
      const { teamUser, request, reply } = context
      const file = await service.find(teamUser, params.fileId)
      context.stillAllowed = (current) => service.find(current, params.fileId)
      await sendFile(request, reply, service.store, params.teamId, file, query.download === '1')
      return undefined
    },
    async thumbnail({ params, query }, { teamUser, request, reply }) {
      const file = await service.find(teamUser, params.fileId)
      await sendThumbnail(request, reply, thumbnails, params.teamId, file, query.size)
      return undefined
    },
    fetchPictures: ({ params, body }, { teamUser }) =>
      beginFetch(deps, teamUser, params.dataCollectionId, body),
    async webPicture({ params, query }, { teamUser, request, reply }) {
      const { teamId, dataRecordId, dataFieldId } = params
      const model = await deps.models.get(teamId)
      const context = { model, caller: teamUser, executor: deps.pool }
      const address = await readableAddress(homes, context, dataRecordId, dataFieldId)
      await sendWebPicture(request, reply, await webPictures.open(teamId, address, query.size))
      return undefined
    },
  }
}
