/** The record source of signed-in screens: the API of a team, with the person's rights. */
import { versionOf } from '@muster/contract/files/pictures'
import { type ReactNode, useMemo } from 'react'
import { api, call, upload, urlOf, useApi } from '../../../lib/api.ts'
import { FilePicker } from '../../files/public.ts'
import { useCollections } from '../use-collections.ts'
import { type RecordSource, RecordSourceContext } from './record-source.ts'
import { useTeamNames } from './team-names.ts'
import { useTeamOptions } from './team-options.ts'

export function TeamRecordSource({ teamId, children }: { teamId: number; children: ReactNode }) {
  const source = useMemo(() => teamRecordSource(teamId), [teamId])
  return <RecordSourceContext value={source}>{children}</RecordSourceContext>
}

function teamRecordSource(teamId: number): RecordSource {
  const params = { teamId }
  return {
    recordUrl: (id) => `/team-${teamId}/data-records/${id}`,
    collectionUrl: (id) => `/team-${teamId}/data-collections/${id}/records`,
    useCollections: () => useCollections(teamId),
    useOptions: (wanted) => useTeamOptions(teamId, wanted),
    useNames: (ids) => useTeamNames(teamId, ids),
    usePeople: (isWanted) =>
      useApi(api.teams.people, { params }, { enabled: isWanted, staleTime: 300_000 }).data?.items ?? nobody,
    useMapTiles() {
      const { data, isPending } = useApi(
        api.maps.settings,
        { params },
        { staleTime: Number.POSITIVE_INFINITY },
      )
      return isPending ? undefined : (data?.tiles ?? null)
    },
    async createRecord(dataCollectionId, values) {
      const { record } = await call(api.records.create, {
        params: { teamId, dataCollectionId },
        body: { values },
      })
      return record
    },
    upload: (file, { dataFieldId, signal, onProgress }) =>
      upload(
        api.files.upload,
        { params, query: { name: file.name, ...(dataFieldId === undefined ? {} : { dataFieldId }) } },
        file,
        { signal, onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0) },
      ),
    pictureUrl: (dataRecordId, dataFieldId, address) =>
      urlOf(api.files.webPicture, {
        params: { teamId, dataRecordId, dataFieldId },
        query: { version: versionOf(address) },
      }),
    filePicker: (props) => <FilePicker teamId={teamId} {...props} />,
  }
}

const nobody: readonly never[] = []
