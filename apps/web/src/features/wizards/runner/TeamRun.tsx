/**
 * /team-{id}/wizards/{dataWizardId}: starts a run, or goes on with the one of `?run=`; its address then follows the
 * run's step. `?record=` starts it for a record, `?dry=1` as a trial; other parameters are texts for its fields.
 */
// The parts that visitors load piece by piece get the team's facts, and all types at once.
import '../../fields/public.ts'
import type { Outcome, RunScreen } from '@muster/contract/wizards/runs.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryKeyOf, useApi, useApiMutation } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { useTeamId } from '../../teams/public.ts'
import { prefillOf } from './prefill.ts'
import { RunView } from './RunView.tsx'
import { useOwnLanguageAfterwards } from './run-language.ts'
import { teamRunPort } from './team-port.ts'

type Search = Record<string, unknown>

/** Parameters of the address with a meaning of their own. */
const own: ReadonlySet<string> = new Set(['run', 'record', 'dry'])

export function TeamRun() {
  useOwnLanguageAfterwards()
  const teamId = useTeamId()
  const dataWizardId = Number(useParams({ strict: false }).dataWizardId)
  const search = useSearch({ strict: false }) as Search
  const runId = Number(search.run) || null
  return runId === null ? (
    // A link to another wizard, or for another record, starts another run.
    <Start
      key={JSON.stringify([dataWizardId, search])}
      teamId={teamId}
      dataWizardId={dataWizardId}
      search={search}
    />
  ) : (
    <Running key={runId} teamId={teamId} runId={runId} />
  )
}

/** Puts a run's place into the address; a reload then goes on there. */
function useShowRun(teamId: number): (screen: RunScreen) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    (screen) => {
      client.setQueryData(
        queryKeyOf(api.wizardRuns.get, { params: { teamId, wizardRunId: screen.id } }),
        screen,
      )
      const step = screen.wizardStepId === null ? '' : `/step-${screen.wizardStepId}`
      void navigate({
        to: `/team-${teamId}/wizards/${screen.dataWizardId}${step}`,
        search: { run: screen.id },
        replace: true,
      } as never)
    },
    [client, navigate, teamId],
  )
}

interface StartProps {
  teamId: number
  dataWizardId: number
  search: Search
}

function Start({ teamId, dataWizardId, search }: StartProps) {
  const show = useShowRun(teamId)
  const { mutate, error } = useApiMutation(api.wizardRuns.start, { onSuccess: show })
  const hasBegun = useRef(false)
  const begin = () => {
    const record = Number(search.record) || undefined
    mutate({
      params: { teamId, dataWizardId },
      body: {
        language: currentLanguage(),
        isDry: Number(search.dry) === 1,
        ...(record === undefined ? {} : { dataRecordId: record }),
        prefill: prefillOf(search, own),
      },
    })
  }
  useEffect(() => {
    // Once, however often effects run.
    if (hasBegun.current) return
    hasBegun.current = true
    begin()
  })
  return error ? <NotStarted error={error} onRetry={begin} /> : <PageSkeleton />
}

function NotStarted({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation(['shell'])
  return (
    <>
      <PageHeader title={t('title.wizard')} glyph="wizard" />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  )
}

function Running({ teamId, runId }: { teamId: number; runId: number }) {
  const navigate = useNavigate()
  const show = useShowRun(teamId)
  const port = useMemo(() => teamRunPort(teamId, runId), [teamId, runId])
  const query = useApi(
    api.wizardRuns.get,
    { params: { teamId, wizardRunId: runId } },
    // The run moves only by what is done here; while it is finished in the background, it is asked after.
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => (state.data?.state === 'background' ? 2000 : false),
    },
  )
  const screen = query.data
  const goOn = ({ dataWizardId, wizardRunId }: NonNullable<Outcome['next']>) =>
    void navigate({ to: `/team-${teamId}/wizards/${dataWizardId}`, search: { run: wizardRunId } } as never)
  if (query.isPending) return <PageSkeleton />
  if (!screen) return <NotStarted error={query.error} onRetry={query.refetch} />
  return (
    <>
      <PageHeader
        title={screen.wizard.name}
        icon={screen.wizard.icon}
        description={screen.wizard.description || undefined}
      />
      <PageBody isWide>
        <RunView
          port={port}
          screen={screen}
          onScreen={show}
          onNext={goOn}
          signIn={null}
          isWithin={(path) => path.startsWith(`/team-${teamId}/wizards/${screen.dataWizardId}`)}
        />
      </PageBody>
    </>
  )
}
