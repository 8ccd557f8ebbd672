/** /public/team-{id}/wizards/{dataWizardId} and its steps: a wizard for people without a session. */
import type { PublicWizard } from '@muster/contract/wizards/public-runs.api'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { api, call, useApi } from '../../../lib/api.ts'
import { newProof } from '../../../lib/proof.ts'
import { visitorLanguage } from '../../../lib/public-page.ts'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { prefillOf } from '../runner/prefill.ts'
import { VisitorRun } from './lazy-run.ts'
import { NoWizard } from './NoWizard.tsx'
import { keptLook, ownParameters, readLook } from './public-search.ts'
import { keepRun, keptRun } from './run-keys.ts'
import { StartPage } from './StartPage.tsx'
import type { Started } from './started.ts'

const placeOf = (teamId: number, dataWizardId: number) => `${teamId}/${dataWizardId}`

export function PublicRun() {
  const params = useParams({ strict: false })
  const teamId = Number(params.teamId)
  const dataWizardId = Number(params.dataWizardId)
  return <Wizard key={placeOf(teamId, dataWizardId)} teamId={teamId} dataWizardId={dataWizardId} />
}

function Wizard({ teamId, dataWizardId }: { teamId: number; dataWizardId: number }) {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const place = placeOf(teamId, dataWizardId)
  const [started, setStarted] = useState<Started | null>(() => keptRun(place))
  const address = `/public/team-${teamId}/wizards/${dataWizardId}`
  if (started) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <VisitorRun
          key={started.wizardRunId}
          teamId={teamId}
          place={place}
          started={started}
          isWithin={(path) => path.startsWith(address)}
          onStep={(wizardStepId) =>
            void navigate({ to: `${address}/step-${wizardStepId}`, search: true, replace: true } as never)
          }
          onNext={(next, key) => {
            keepRun(placeOf(teamId, next.dataWizardId), { wizardRunId: next.wizardRunId, key })
            void navigate({
              to: `/public/team-${teamId}/wizards/${next.dataWizardId}`,
              search: keptLook(search),
            } as never)
          }}
          onGone={() => setStarted(null)}
        />
      </Suspense>
    )
  }
  return (
    <Before
      teamId={teamId}
      dataWizardId={dataWizardId}
      search={search}
      onStarted={(run) => {
        keepRun(place, { wizardRunId: run.wizardRunId, key: run.key })
        setStarted(run)
      }}
    />
  )
}

interface BeforeProps {
  teamId: number
  dataWizardId: number
  search: Readonly<Record<string, unknown>>
  onStarted(run: Started): void
}

function Before({ teamId, dataWizardId, search, onStarted }: BeforeProps) {
  const look = readLook(search)
  const [language, setLanguage] = useState(() => look.language ?? visitorLanguage())
  const params = { teamId, dataWizardId }
  const { data, error, refetch } = useApi(
    api.publicWizards.get,
    { params, query: language ? { language } : {} },
    // In another language it is still the same page.
    { staleTime: 60_000, placeholderData: (before: PublicWizard | undefined) => before },
  )
  if (error && !data) return <NoWizard error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  return (
    <StartPage
      wizard={data}
      onLanguage={setLanguage}
      onStarted={onStarted}
      verification={data.verifies === null ? null : { params, by: data.verifies }}
      start={async () =>
        call(api.publicWizards.start, {
          params,
          body: {
            language: data.language,
            prefill: prefillOf(search, ownParameters),
            proof: await newProof(),
          },
        })
      }
    />
  )
}
