/** One import from file to records. Its id is in the address, so that people can leave and come back. */

import type { Import } from '@muster/contract/imports/imports.api'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { useCollection } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { CheckResult } from '../components/CheckResult.tsx'
import { ImportDone } from '../components/ImportDone.tsx'
import { ImportProgress } from '../components/ImportProgress.tsx'
import { ImportSetup } from '../components/ImportSetup.tsx'
import { ImportStart } from '../components/ImportStart.tsx'
import { Steps } from '../components/Steps.tsx'

/** Polling interval of a running import; live events may come sooner. */
const pollMs = 700

export function ImportRecords() {
  const { t } = useTranslation('imports')
  const teamId = useTeamId()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const collection = useCollection(teamId, dataCollectionId)
  const { file, step } = useSearch({ strict: false }) as { file?: unknown; step?: unknown }
  const importId = typeof file === 'number' ? file : null
  const navigate = useNavigate()
  const open = (id: number | null, at?: 'check') =>
    void navigate({
      to: '.',
      search: (id === null ? {} : { file: id, ...(at && { step: at }) }) as never,
      replace: id === null,
    })
  const name = collection?.pluralName ?? ''
  return (
    <>
      <PageHeader title={t('title', { name })} icon={collection?.icon ?? null} />
      <PageBody isWide={importId !== null}>
        {importId === null ? (
          <>
            <Steps step="file" />
            <ImportStart teamId={teamId} dataCollectionId={dataCollectionId} onReady={(id) => open(id)} />
          </>
        ) : (
          <OneImport
            teamId={teamId}
            importId={importId}
            isAtCheck={step === 'check'}
            onAgain={() => open(null)}
            onCheck={() => open(importId, 'check')}
            onColumns={() => open(importId)}
          />
        )}
      </PageBody>
    </>
  )
}

interface OneProps {
  teamId: number
  importId: number
  isAtCheck: boolean
  onAgain: () => void
  onCheck: () => void
  onColumns: () => void
}

function OneImport({ teamId, importId, isAtCheck, onAgain, onCheck, onColumns }: OneProps) {
  const query = useApi(
    api.imports.get,
    { params: { teamId, importId } },
    { refetchInterval: ({ state }) => (isWorking(state.data?.status) ? pollMs : false) },
  )
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={query.refetch} />
  const { data } = query
  if (!data) return <TableSkeleton />
  const props = { teamId, data, onAgain }
  switch (data.status) {
    case 'ready':
      return isAtCheck && data.check ? (
        <>
          <Steps step="check" />
          <CheckResult {...props} check={data.check} onBack={onColumns} />
        </>
      ) : (
        <>
          <Steps step="columns" />
          <ImportSetup {...props} onCheck={onCheck} />
        </>
      )
    case 'checking':
      return (
        <>
          <Steps step="check" />
          <ImportProgress {...props} />
        </>
      )
    case 'queued':
    case 'running':
      return (
        <>
          <Steps step="run" />
          <ImportProgress {...props} />
        </>
      )
    default:
      return <ImportDone {...props} />
  }
}

function isWorking(status: Import['status'] | undefined): boolean {
  return status === 'checking' || isUnderWay(status)
}
