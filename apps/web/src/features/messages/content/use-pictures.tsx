/** Pictures of the team in mails, with what the server needs for them. */
import type { ImageSource } from '@muster/contract/messages/blocks/image'
import { useMemo } from 'react'
import { api, call, upload, urlOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useTeamFacts } from '../../fields/public.ts'
import { FilePicker } from '../../files/public.ts'
import type { PicturePort } from '../editor/editor-context.ts'
import { shrinkPicture } from './shrink-picture.ts'

export function usePictures(): { imageUrl(source: ImageSource): string; pictures: PicturePort } {
  const { teamId } = useTeamFacts()
  const textOf = useErrorText()
  return useMemo(
    () => ({
      imageUrl: (source) =>
        source.kind === 'url'
          ? source.url
          : urlOf(api.messagePictures.get, { params: { teamId, fileId: source.fileId } }),
      pictures: {
        async add(picture) {
          const query = { name: picture.name }
          const body = await shrinkPicture(picture)
          return (await upload(api.messagePictures.upload, { params: { teamId }, query }, body)).fileId
        },
        async copy(fileId) {
          return (await call(api.messagePictures.copy, { params: { teamId }, body: { fileId } })).fileId
        },
        picker: ({ onPick, onClose }) => (
          <FilePicker
            teamId={teamId}
            kinds={['image']}
            isMulti={false}
            without={[]}
            onPick={([file]) => file && onPick(file.id)}
            onClose={onClose}
          />
        ),
        textOf,
      },
    }),
    [teamId, textOf],
  )
}
