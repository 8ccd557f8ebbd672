/** A public wizard before it starts: what it is, its languages, and how to begin. */
import { Alert, Button, NativeSelect } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import type { PublicWizard, StartedRun } from '@muster/contract/wizards/public-runs.api'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { withFullLook } from '../../../ui/load-full-look.ts'
import { FormSkeleton, PageSkeleton } from '../../../ui/Skeletons.tsx'
import { Html } from '../runner/lazy-html.ts'
import { loadTexts, useRunLanguage } from '../runner/run-language.ts'
import { preloadRun } from './lazy-run.ts'
import classes from './Public.module.css'
import { PublicShell } from './PublicShell.tsx'
import { type Started, startedOf } from './started.ts'

const Verification = lazy(async () => ({
  default: (await withFullLook(import('./Verification.tsx'))).Verification,
}))

interface StartPageProps {
  wizard: PublicWizard
  onLanguage(language: Language): void
  start(): Promise<StartedRun>
  onStarted(run: Started): void
  /** It has begun already. */
  isGoingOn?: boolean
  /** How the person proves who they are; null if they need not. */
  verification: {
    params: { teamId: number; dataWizardId: number }
    by: NonNullable<PublicWizard['verifies']>
  } | null
}

export function StartPage(props: StartPageProps) {
  const { wizard, onLanguage, start, onStarted, verification, isGoingOn = false } = props
  const { t } = useTranslation(['wizardRuns', 'common', 'errors'])
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isReady = useRunLanguage(wizard.language)
  const { isOpen } = wizard
  useEffect(() => {
    if (isOpen) void preloadRun()
  }, [isOpen])
  const begin = async () => {
    setBusy(true)
    setError(null)
    try {
      const [started] = await Promise.all([start(), preloadRun()])
      onStarted(startedOf(started))
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  if (!isReady) return <PageSkeleton />
  return (
    <PublicShell team={wizard.team} title={wizard.name} description={wizard.description}>
      <div className={classes.start}>
        {wizard.languages.length > 1 && (
          <NativeSelect
            className={classes.language}
            label={t('language')}
            value={wizard.language}
            data={wizard.languages.map((value) => ({ value, label: t(`common:language.${value}`) }))}
            onChange={(event) => {
              const next = wizard.languages.find((one) => one === event.currentTarget.value)
              if (next) void loadTexts(next).then(() => onLanguage(next))
            }}
          />
        )}
        {!wizard.isOpen ? (
          wizard.closedText ? (
            <Suspense>
              <Html html={wizard.closedText} />
            </Suspense>
          ) : (
            <EmptyState glyph="lock" title={t('errors:wizard_closed')} />
          )
        ) : verification ? (
          <Suspense fallback={<FormSkeleton />}>
            <Verification {...verification} language={wizard.language} onStarted={onStarted} />
          </Suspense>
        ) : (
          <>
            {error !== null && (
              <Alert role="alert" color="red">
                {errorText(error)}
              </Alert>
            )}
            <div>
              <Button data-start size="md" loading={isBusy} onClick={() => void begin()}>
                {t(isGoingOn ? 'public.goOn' : 'public.start')}
              </Button>
            </div>
          </>
        )}
      </div>
    </PublicShell>
  )
}
