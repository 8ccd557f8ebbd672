/**
 * One run: where it stands, what it asks, and what came of it. Needs a record source and the team's facts around it.
 *
 *   <RunView port={port} screen={screen} onScreen={setScreen} onNext={goOn} />
 */
import { Alert, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Language } from '@muster/contract/paging'
import type { Outcome, RunScreen } from '@muster/contract/wizards/runs.schema'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormSkeleton, PageSkeleton } from '../../../ui/Skeletons.tsx'
import { Question } from './Question.tsx'
import classes from './Runner.module.css'
import { RunSource } from './RunSource.tsx'
import { useRunLanguage } from './run-language.ts'
import type { RunPort } from './run-port.ts'
import { StepLine, StepMenu } from './StepMenu.tsx'
import { useRun } from './use-run.ts'

const loadOutcome = () => import('./Outcome.tsx')
const OutcomePage = lazy(async () => ({ default: (await loadOutcome()).OutcomePage }))

/** Fetches what shows the end of a run. */
export function preloadOutcome(): void {
  // Tried once more when it is shown.
  loadOutcome().catch(() => {})
}

export interface RunViewProps {
  port: RunPort
  screen: RunScreen
  onScreen(screen: RunScreen): void
  /** Goes on with the wizard that follows. */
  onNext(next: NonNullable<Outcome['next']>): void
  /** Where the person signs in; null where they are signed in. */
  signIn: ReactNode
  /** Whether an address shows the same run. */
  isWithin(path: string): boolean
  /** Whether it has no more room than on a phone; absent: as the window has. */
  isNarrow?: boolean | undefined
}

/** When there is one question a page: of the window, or of the frame that shows it. */
export const narrow = '(max-width: 719px)'
const onePage = { page: 0, of: 1 }

export function RunView(props: RunViewProps) {
  const { port, screen, onScreen, onNext, signIn, isWithin } = props
  const { t } = useTranslation(['wizardRuns', 'common', 'errors'])
  const isNarrowWindow = useMediaQuery(narrow, globalThis.matchMedia?.(narrow).matches)
  const isNarrow = props.isNarrow ?? isNarrowWindow ?? false
  const run = useRun(port, screen, onScreen)
  const firstToken = useRef(screen.stepToken)
  const [place, setPlace] = useState(() => firstPage(screen, isNarrow))
  const turn = useCallback((next: { page: number; of: number }) => setPlace(next), [])
  const isReady = useRunLanguage(screen.language)
  if (!isReady) return <PageSkeleton />
  const hasSteps = screen.steps.length > 1
  const isAsking = screen.state === 'waiting'
  return (
    <div className={classes.run} data-steps={(hasSteps && !isNarrow) || undefined}>
      {hasSteps && !isNarrow && <StepMenu steps={screen.steps} />}
      <div className={classes.main}>
        <div className={classes.top}>
          {isNarrow && isAsking && (hasSteps || place.of > 1) && (
            <StepLine steps={screen.steps} page={screen.ask?.kind === 'form' ? place : onePage} />
          )}
          {isAsking && screen.languages.length > 1 && (
            <NativeSelect
              className={classes.language}
              label={t('language')}
              size="xs"
              disabled={run.busy !== null}
              value={screen.language}
              data={screen.languages.map((value) => ({ value, label: t(`common:language.${value}`) }))}
              onChange={(event) => void run.setLanguage(event.currentTarget.value as Language)}
            />
          )}
        </div>
        {screen.isDry && (
          <Alert color="blue" className={classes.alert}>
            {t('dry.note')}
          </Alert>
        )}
        {run.hasMovedOn && (
          <Alert role="alert" color="yellow" className={classes.alert}>
            {t('errors:run_moved_on')}
          </Alert>
        )}
        <RunSource port={port} screen={screen}>
          <Suspense fallback={<FormSkeleton />}>
            {isAsking && screen.needsSignIn ? (
              signIn
            ) : isAsking && screen.ask ? (
              <Question
                // A token is of one question, in any language; what is typed is too.
                key={screen.stepToken}
                run={run}
                ask={screen.ask}
                isPaged={isNarrow}
                isFollowing={screen.stepToken !== firstToken.current}
                onPage={turn}
                isWithin={isWithin}
              />
            ) : screen.outcome ? (
              <OutcomePage teamId={port.teamId} screen={screen} outcome={screen.outcome} onNext={onNext} />
            ) : (
              <Ended state={screen.state} error={screen.error} />
            )}
          </Suspense>
        </RunSource>
      </div>
    </div>
  )
}

/** Where the person is before the question has told. */
function firstPage({ ask }: RunScreen, isNarrow: boolean): { page: number; of: number } {
  if (!isNarrow || ask?.kind !== 'form') return onePage
  return { page: 0, of: Math.max(ask.items.length, 1) * ask.fields.length }
}

function Ended({ state, error }: Pick<RunScreen, 'state' | 'error'>) {
  const { t } = useTranslation(['wizardRuns'])
  const isFailed = state === 'failed'
  return (
    <EmptyState
      glyph={isFailed ? 'warning' : 'info'}
      title={t(`ended.${state}`)}
      text={error ?? (isFailed ? t('ended.failedText') : undefined)}
    />
  )
}
