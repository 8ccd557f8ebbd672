/** /public/team-{id}/wizards/{dataWizardId} and its steps: a wizard for people without a session. */
import { publicWizardPath, readPublicWizardPath } from '@muster/contract/wizards/public-address'
import { useMemo, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { searchOf, useAddress, useHistory } from '../../../lib/navigation.ts'
import { newProof } from '../../../lib/proof.ts'
import { publicWizards } from '../../../lib/public-wizards.ts'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { prefillOf } from '../runner/prefill.ts'
import { languageOf, loadWizard, placeOf } from './early.ts'
import { NoWizard } from './NoWizard.tsx'
import { keptLook, ownParameters } from './public-search.ts'
import { keepRun, keptRun } from './run-keys.ts'
import { StartPage } from './StartPage.tsx'
import type { Started } from './started.ts'
import { useLoaded } from './use-loaded.ts'
import { VisitorRunPage } from './VisitorRunPage.tsx'

export function PublicRun(props: { teamId: number; dataWizardId: number }) {
  return <Wizard key={placeOf(props.teamId, props.dataWizardId)} {...props} />
}

function Wizard({ teamId, dataWizardId }: { teamId: number; dataWizardId: number }) {
  const history = useHistory()
  const here = useAddress()
  const search = useMemo(() => searchOf(here), [here])
  const place = placeOf(teamId, dataWizardId)
  const [started, setStarted] = useState<Started | null>(() => keptRun(place))
  if (started) {
    return (
      <VisitorRunPage
        key={started.wizardRunId}
        teamId={teamId}
        place={place}
        started={started}
        isWithin={(path) => isOf(path, teamId, dataWizardId)}
        onStep={(wizardStepId) =>
          history.replace(publicWizardPath(teamId, dataWizardId, wizardStepId) + here.search)
        }
        onNext={(next, key) => {
          keepRun(placeOf(teamId, next.dataWizardId), { wizardRunId: next.wizardRunId, key })
          history.push(publicWizardPath(teamId, next.dataWizardId) + keptLook(search))
        }}
        onGone={() => setStarted(null)}
      />
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

function isOf(path: string, teamId: number, dataWizardId: number): boolean {
  const address = readPublicWizardPath(path)
  return address?.kind === 'wizard' && address.teamId === teamId && address.dataWizardId === dataWizardId
}

interface BeforeProps {
  teamId: number
  dataWizardId: number
  search: Readonly<Record<string, string>>
  onStarted(run: Started): void
}

function Before({ teamId, dataWizardId, search, onStarted }: BeforeProps) {
  const [language, setLanguage] = useState(() => languageOf(search))
  const params = { teamId, dataWizardId }
  // In another language it is still the same page.
  const { data, error, refetch } = useLoaded(language ?? '', (signal) =>
    loadWizard({ ...params, language }, signal),
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
        call(publicWizards.start, {
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
