/** A visitor's run on the screen; it goes on after a reload, because its key is kept in the tab. */

import { Button } from '@mantine/core'
import type { Outcome, RunScreen } from '@muster/contract/wizards/runs.schema'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/call.ts'
import { useAddress } from '../../../lib/navigation.ts'
import { tellTurned } from '../../../lib/public-page.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { setZone } from '../../../lib/zone.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { loadFullLook } from '../../../ui/load-full-look.ts'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import {
  fieldRules,
  knowFirstEditors,
  RecordSourceContext,
  type TeamFacts,
  TeamFactsContext,
} from '../../fields/visitors/public.ts'
import { preloadOutcome, RunView } from '../runner/RunView.tsx'
import type { RunPort } from '../runner/run-port.ts'
import { ComeBackLater } from './ComeBackLater.tsx'
import { NoWizard } from './NoWizard.tsx'
import classes from './Public.module.css'
import { PublicShell } from './PublicShell.tsx'
import { publicRecordSource, publicRunPort, sendLink } from './public-port.ts'
import { forgetRun } from './run-keys.ts'
import type { Started } from './started.ts'

knowFirstEditors()

interface VisitorRunProps {
  teamId: number
  /** Where its key is kept. */
  place: string
  started: Started
  /** Absent: as the window is. */
  isNarrow?: boolean
  isWithin(path: string): boolean
  onStep(wizardStepId: number): void
  onNext(next: NonNullable<Outcome['next']>, key: string): void
  /** It cannot be gone on with. */
  onGone(): void
}

/** Brings the cache, which nothing needs before a run has started. */
export function VisitorRun(props: VisitorRunProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Running {...props} />
    </QueryClientProvider>
  )
}

function Running(props: VisitorRunProps) {
  const { teamId, place, started, isNarrow, isWithin, onStep, onNext, onGone } = props
  const { wizardRunId, key } = started
  const trap = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const own = useMemo(() => ({ teamId, wizardRunId, key }), [teamId, wizardRunId, key])
  const [isElsewhere, setElsewhere] = useState(false)
  const port = useMemo(
    () =>
      noticing(
        publicRunPort(own, () => trap.current?.value ?? ''),
        () => setElsewhere(true),
      ),
    [own],
  )
  const source = useMemo(() => publicRecordSource(own), [own])
  const queryKey = useMemo(() => ['visitorRun', wizardRunId], [wizardRunId])
  const {
    data: screen,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: port.get,
    initialData: started.screen,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (count, failure) => !isGone(failure) && count < 2,
    refetchInterval: ({ state }) => (state.data?.state === 'background' ? 2000 : false),
  })
  const latest = useRef({ onStep, onGone })
  latest.current = { onStep, onGone }
  const stepId = screen?.wizardStepId ?? null
  useEffect(() => {
    if (stepId !== null) latest.current.onStep(stepId)
  }, [stepId])
  const token = screen?.stepToken
  const lastToken = useRef(token)
  useEffect(() => {
    // After a reload the first one tells only where the run stood already.
    if (lastToken.current !== undefined && token !== lastToken.current) tellTurned()
    lastToken.current = token
  }, [token])
  const hasEnded =
    isElsewhere || (screen !== undefined && screen.state !== 'waiting' && screen.state !== 'background')
  useEffect(() => {
    if (hasEnded) forgetRun(place)
  }, [hasEnded, place])
  const isLost = isGone(error)
  useEffect(() => {
    if (!isLost) return
    forgetRun(place)
    latest.current.onGone()
  }, [isLost, place])
  useEffect(() => {
    // Not before the first question is shown, and not in the same task; the server checks what is sent until then.
    const timer = setTimeout(() => {
      fieldRules.load().catch(() => {})
      loadFullLook().catch(() => {})
      // A connection that is lost later on does not keep the end from being shown.
      preloadOutcome()
    })
    return () => clearTimeout(timer)
  }, [])
  const show = useCallback((next: RunScreen) => client.setQueryData(queryKey, next), [client, queryKey])

  const zone = screen?.team.timezone
  useEffect(() => {
    if (zone) setZone(zone)
  }, [zone])
  const language = screen?.language
  const facts = useMemo(
    (): TeamFacts | null =>
      language ? { teamId, country: ownCountry(), currency: 'USD', dataLanguages: [language] } : null,
    [teamId, language],
  )
  if (isLost) return <PageSkeleton />
  if (error && !screen) return <NoWizard error={error} onRetry={refetch} />
  if (!screen || !facts) return <PageSkeleton />
  return (
    <TeamFactsContext value={facts}>
      <RecordSourceContext value={source}>
        <PublicShell team={screen.team} title={screen.wizard.name} description="">
          <div className={classes.trap} aria-hidden="true">
            <input ref={trap} name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
          </div>
          {isElsewhere ? (
            <Elsewhere />
          ) : (
            <RunView
              port={port}
              screen={screen}
              onScreen={show}
              onNext={(next) => onNext(next, key)}
              signIn={<SignIn />}
              isWithin={isWithin}
              isNarrow={isNarrow}
            />
          )}
          {!isElsewhere && <ComeBackLater screen={screen} send={(address) => sendLink(own, address)} />}
        </PublicShell>
      </RecordSourceContext>
    </TeamFactsContext>
  )
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A link that leads back to a run gives it a new key: with the old one it is not found any more. */
function noticing(port: RunPort, onElsewhere: () => void): RunPort {
  const told = async <Result,>(moved: Promise<Result>): Promise<Result> => {
    try {
      return await moved
    } catch (error) {
      if (isGone(error)) onElsewhere()
      throw error
    }
  }
  return {
    ...port,
    advance: (screen, answer) => told(port.advance(screen, answer)),
    back: (screen) => told(port.back(screen)),
    setLanguage: (language) => told(port.setLanguage(language)),
    cancel: () => told(port.cancel()),
  }
}

function Elsewhere() {
  const { t } = useTranslation(['wizardRuns'])
  return (
    <div role="status">
      <EmptyState glyph="info" title={t('public.elsewhere')} text={t('public.elsewhereText')} />
    </div>
  )
}

/** The country whose national phone numbers a visitor types, as the browser's language tells. */
function ownCountry(): string {
  try {
    const locale = new Intl.Locale(navigator.language)
    // Most languages of browsers name it; to find the likeliest one takes longer than the rest of a question.
    return locale.region ?? locale.maximize().region ?? 'US'
  } catch {
    return 'US'
  }
}

/** The run goes on after signing in, in the same tab. */
function SignIn() {
  const { t } = useTranslation(['wizardRuns'])
  const { href } = useAddress()
  return (
    <EmptyState
      glyph="lock"
      title={t('public.signIn')}
      text={t('public.signInText')}
      action={
        <Button component="a" href={`/login?redirect=${encodeURIComponent(href)}`}>
          {t('public.signInButton')}
        </Button>
      }
    />
  )
}
