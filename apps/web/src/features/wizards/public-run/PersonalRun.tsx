/** /AuthPublicDataWizard/{token}: a wizard by a personal link. Opening it starts nothing: scanners of mail follow links. */
import type { Language } from '@muster/contract/paging'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, call, useApi } from '../../../lib/api.ts'
import { visitorLanguage } from '../../../lib/public-page.ts'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { NoWizard } from './NoWizard.tsx'
import { readLook } from './public-search.ts'
import { keepRun, keptRun } from './run-keys.ts'
import { StartPage } from './StartPage.tsx'
import type { Started } from './started.ts'
import { VisitorRun } from './VisitorRun.tsx'

export function PersonalRun() {
  const { token = '' } = useParams({ strict: false })
  const look = readLook(useSearch({ strict: false }) as Record<string, unknown>)
  const navigate = useNavigate()
  const [language, setLanguage] = useState<Language | undefined>(() => look.language ?? visitorLanguage())
  const [started, setStarted] = useState<Started | null>(() => keptRun(token))
  const { data, error, refetch } = useApi(
    api.publicWizards.getByToken,
    { params: { token }, query: language ? { language } : {} },
    { staleTime: 60_000, placeholderData: (before) => before },
  )
  if (error && !data) return <NoWizard error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const { teamId } = data
  if (started) {
    return (
      <VisitorRun
        key={started.wizardRunId}
        teamId={teamId}
        place={token}
        started={started}
        isEmbedded={look.isEmbedded}
        isWithin={(path) => path.endsWith(token)}
        // The link itself leads back here.
        onStep={() => {}}
        onNext={(next, key) => {
          keepRun(`${teamId}/${next.dataWizardId}`, { wizardRunId: next.wizardRunId, key })
          void navigate({ to: `/public/team-${teamId}/wizards/${next.dataWizardId}` } as never)
        }}
        onGone={() => setStarted(null)}
      />
    )
  }
  return (
    <StartPage
      wizard={data}
      isEmbedded={look.isEmbedded}
      onLanguage={setLanguage}
      onStarted={(run) => {
        keepRun(token, { wizardRunId: run.wizardRunId, key: run.key })
        setStarted(run)
      }}
      verification={null}
      start={() =>
        call(api.publicWizards.startByToken, { params: { token }, body: { language: data.language } })
      }
    />
  )
}
