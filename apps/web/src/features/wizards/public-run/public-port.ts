/** A visitor's way to their run: public endpoints, with the run's key. */
import { runKeyHeader } from '@muster/contract/wizards/run-key'
import { call, upload } from '../../../lib/call.ts'
import { publicWizards } from '../../../lib/public-wizards.ts'
import type { RecordSource } from '../../fields/visitors/public.ts'
import { placeOf, type RunPort } from '../runner/run-port.ts'

interface PublicRunPlace {
  teamId: number
  wizardRunId: number
  key: string
}

/** @param trap what stands in the input that only bots fill in */
export function publicRunPort({ teamId, wizardRunId, key }: PublicRunPlace, trap: () => string): RunPort {
  const params = { teamId, wizardRunId }
  const own = { headers: { [runKeyHeader]: key } }
  return {
    ...params,
    get: () => call(publicWizards.getRun, { params }, own),
    advance(screen, answer) {
      const { wizardStepId, stepToken } = placeOf(screen)
      const website = trap()
      return call(
        publicWizards.advance,
        {
          params: { ...params, wizardStepId },
          body: {
            stepToken,
            answer,
            language: screen.language,
            ...(website === '' ? {} : { website }),
          },
        },
        own,
      )
    },
    back: (screen) =>
      call(publicWizards.back, { params, body: { stepToken: placeOf(screen).stepToken } }, own),
    setLanguage: (language) => call(publicWizards.language, { params, body: { language } }, own),
    cancel: () => call(publicWizards.cancel, { params }, own),
    options: (body, signal) => call(publicWizards.options, { params, body }, { ...own, signal }),
  }
}

/** @returns false if an address is needed. @throws ApiError */
export async function sendLink(
  { teamId, wizardRunId, key }: PublicRunPlace,
  address?: string,
): Promise<boolean> {
  const { isSent } = await call(
    publicWizards.sendLink,
    { params: { teamId, wizardRunId }, body: address === undefined ? {} : { address } },
    { headers: { [runKeyHeader]: key } },
  )
  return isSent
}

const nobody: readonly never[] = []
const noOptions = { options: [], isLoading: false, isStale: false, error: null }

/** Choices come from the run (`RunSource`); the rest of a team's data is out of reach. */
export function publicRecordSource({ teamId, wizardRunId, key }: PublicRunPlace): RecordSource {
  return {
    recordUrl: () => null,
    collectionUrl: () => null,
    useCollections: () => nobody,
    useOptions: () => noOptions,
    useNames: () => noNames,
    usePeople: () => nobody,
    useMapTiles: () => null,
    pictureUrl: () => null,
    createRecord: () => Promise.reject(new Error('Visitors create records only by their answers')),
    upload: (file, { dataFieldId, signal, onProgress }) =>
      upload(
        publicWizards.upload,
        { params: { teamId, wizardRunId }, query: { name: file.name, dataFieldId: dataFieldId ?? 0 } },
        file,
        {
          signal,
          headers: { [runKeyHeader]: key },
          onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0),
        },
      ),
    filePicker: null,
  }
}

const noNames = {}
