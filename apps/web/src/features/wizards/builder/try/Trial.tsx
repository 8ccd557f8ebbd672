/** A dry run of the wizard: as a person sees it on a phone, in any of its languages; nothing is saved or sent. */
import { Button } from '@mantine/core'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useMemo, useRef, useState } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { api, queryKeyOf, useApi, useApiMutation } from '../../../../lib/api.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { PageSkeleton } from '../../../../ui/Skeletons.tsx'
import styles from '../../../../ui/shared.module.css'
import { RunView } from '../../runner/RunView.tsx'
import { SpeechContext, speechOf } from '../../runner/run-language.ts'
import { teamRunPort } from '../../runner/team-port.ts'
import { useWizardPage } from '../wizard-context.ts'
import { setTried } from './tried.ts'
import classes from './try.module.css'

export function Trial({ runId }: { runId: number | null }) {
  const { t } = useTranslation('wizards')
  const { teamId, wizard } = useWizardPage()
  const client = useQueryClient()
  const start = useApiMutation(api.wizardRuns.start, {
    onSuccess: (screen) => {
      client.setQueryData(runKey(teamId, screen.id), screen)
      setTried({ dataWizardId: wizard.id, runId: screen.id })
    },
  })
  const begin = () =>
    start.mutate({
      params: { teamId, dataWizardId: wizard.id },
      body: { language: currentLanguage(), isDry: true, prefill: {} },
    })
  const hasBegun = useRef(false)
  useEffect(() => {
    // Once, however often effects run.
    if (runId !== null || hasBegun.current) return
    hasBegun.current = true
    begin()
  })
  return (
    <div className={classes.trial}>
      <div className={classes.head}>
        <p className={styles.note}>{wizard.problems.length > 0 ? t('try.lastGood') : t('try.current')}</p>
        <Button
          variant="default"
          size="xs"
          leftSection={<Glyph name="refresh" size={14} />}
          loading={start.isPending}
          onClick={begin}
        >
          {t('try.again')}
        </Button>
      </div>
      {start.error ? (
        <ErrorState error={start.error} onRetry={begin} />
      ) : runId === null ? (
        <PageSkeleton />
      ) : (
        <Running key={runId} runId={runId} />
      )}
    </div>
  )
}

const runKey = (teamId: number, wizardRunId: number) =>
  queryKeyOf(api.wizardRuns.get, { params: { teamId, wizardRunId } })

function Running({ runId }: { runId: number }) {
  const { teamId, wizard } = useWizardPage()
  const client = useQueryClient()
  // The trial speaks its own language; the builder around it keeps that of its user.
  const [own] = useState(() => i18next.cloneInstance({ lng: currentLanguage() }))
  const [box, setBox] = useState<HTMLElement | null>(null)
  const speech = useMemo(() => speechOf(own, () => box), [own, box])
  const port = useMemo(() => teamRunPort(teamId, runId), [teamId, runId])
  const query = useApi(
    api.wizardRuns.get,
    { params: { teamId, wizardRunId: runId } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (query.isPending) return <PageSkeleton />
  if (!query.data) return <ErrorState error={query.error} onRetry={query.refetch} />
  return (
    <div ref={setBox}>
      <I18nextProvider i18n={own}>
        <SpeechContext value={speech}>
          <RunView
            port={port}
            screen={query.data}
            isNarrow
            onScreen={(screen: RunScreen) => client.setQueryData(runKey(teamId, runId), screen)}
            onNext={(next) => setTried({ dataWizardId: wizard.id, runId: next.wizardRunId })}
            signIn={null}
            // Nothing is lost with a trial.
            isWithin={() => true}
          />
        </SpeechContext>
      </I18nextProvider>
    </div>
  )
}
