/** /AuthPublicDataWizard/{token}: a wizard by a personal link. Opening it starts nothing: scanners of mail follow links. */
import type { Language } from '@muster/contract/paging'
import { personalWizardPath, publicWizardPath } from '@muster/contract/wizards/public-address'
import type { PersonalWizard } from '@muster/contract/wizards/public-runs.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '../../../lib/call.ts'
import { searchOf, useAddress, useHistory } from '../../../lib/navigation.ts'
import { visitorLanguage } from '../../../lib/public-page.ts'
import { publicWizards } from '../../../lib/public-wizards.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { useRunLanguage } from '../runner/run-language.ts'
import { NoWizard } from './NoWizard.tsx'
import { PublicShell } from './PublicShell.tsx'
import { readLook } from './public-search.ts'
import { keepRun, keptRun } from './run-keys.ts'
import { StartPage } from './StartPage.tsx'
import type { Started } from './started.ts'
import { useLoaded } from './use-loaded.ts'
import { VisitorRunPage } from './VisitorRunPage.tsx'

export function PersonalRun({ token }: { token: string }) {
  const look = readLook(searchOf(useAddress()))
  const history = useHistory()
  const [language, setLanguage] = useState<Language | undefined>(() => look.language ?? visitorLanguage())
  const [started, setStarted] = useState<Started | null>(() => keptRun(token))
  const { data, error, refetch } = useLoaded(language ?? '', (signal) =>
    call(publicWizards.getByToken, { params: { token }, query: language ? { language } : {} }, { signal }),
  )
  if (error && !data) return <NoWizard error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const { teamId } = data
  if (started) {
    return (
      <VisitorRunPage
        key={started.wizardRunId}
        teamId={teamId}
        place={token}
        started={started}
        isWithin={(path) => path === personalWizardPath(token)}
        // The link itself leads back here.
        onStep={() => {}}
        onNext={(next, key) => {
          keepRun(`${teamId}/${next.dataWizardId}`, { wizardRunId: next.wizardRunId, key })
          history.push(publicWizardPath(teamId, next.dataWizardId))
        }}
        onGone={() => setStarted(null)}
      />
    )
  }
  if (data.isUsed) return <Used wizard={data} />
  return (
    <StartPage
      wizard={data}
      onLanguage={setLanguage}
      onStarted={(run) => {
        keepRun(token, { wizardRunId: run.wizardRunId, key: run.key })
        setStarted(run)
      }}
      verification={null}
      isGoingOn={data.goesOn}
      start={async () => {
        try {
          return await call(publicWizards.startByToken, {
            params: { token },
            body: { language: data.language },
          })
        } catch (failure) {
          // Finished since the page was opened: it then says so.
          if (failure instanceof ApiError && failure.code === 'link_used') void refetch()
          throw failure
        }
      }}
    />
  )
}

/** The link has done its work. */
function Used({ wizard }: { wizard: PersonalWizard }) {
  const { t } = useTranslation(['wizardRuns'])
  const isReady = useRunLanguage(wizard.language)
  if (!isReady) return <PageSkeleton />
  return (
    <PublicShell team={wizard.team} title={wizard.name} description="">
      <EmptyState glyph="success" title={t('public.used')} text={t('public.usedText')} />
    </PublicShell>
  )
}
