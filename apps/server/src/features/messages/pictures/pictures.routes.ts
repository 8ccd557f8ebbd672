import { maxPictureBytes, type messagePicturesApi } from '@muster/contract/messages/pictures.api'
import type { Deps } from '../../../engine/public.ts'
import type { Handlers } from '../../../platform/http/bind.ts'
import { bodyOf, keptForLong, sendFile } from '../../files/public.ts'
import { Pictures } from './pictures.service.ts'

export function messagePicturesRoutes(deps: Deps): Handlers<typeof messagePicturesApi> {
  const pictures = new Pictures(deps)
  return {
    upload: ({ query }, { teamUser, request }) =>
      pictures.add(teamUser, query.name, bodyOf(request, maxPictureBytes)),
    copy: ({ body }, { teamUser }) => pictures.copy(teamUser, body.fileId),
    get: async ({ params }, { request, reply }) => {
      const file = await pictures.find(params.teamId, params.fileId)
      await sendFile(request, reply, pictures.store, params.teamId, file, false)
      return undefined
    },
    public: async ({ params }, { request, reply }) => {
      const { teamId, file } = await pictures.findPublic(params.token)
      await sendFile(request, reply, pictures.store, teamId, file, false, keptForLong)
      return undefined
    },
  }
}
