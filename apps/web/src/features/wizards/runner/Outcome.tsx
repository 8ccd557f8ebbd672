/** What came of a run: thanks, files, the wizard that follows; of a dry run what it would have done. */
import { Button } from '@mantine/core'
import { isUnderWay } from '@muster/contract/runs/runs.machine'
import type { Outcome, RunScreen } from '@muster/contract/wizards/runs.schema'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, urlOf, useApi } from '../../../lib/api.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { DryResult } from './DryResult.tsx'
import { Html } from './Html.tsx'
import classes from './Runner.module.css'

interface OutcomeProps {
  teamId: number
  screen: RunScreen
  outcome: Outcome
  onNext(next: NonNullable<Outcome['next']>): void
}

export function OutcomePage({ teamId, screen, outcome, onNext }: OutcomeProps) {
  const { t } = useTranslation(['wizardRuns', 'common'])
  const head = useRef<HTMLHeadingElement>(null)
  const { next } = outcome
  useEffect(() => head.current?.focus({ preventScroll: true }), [])
  // Where there is nothing to read or fetch, the wizard that follows begins at once.
  const isEmpty = outcome.text === '' && outcome.exportIds.length === 0 && outcome.would === null
  const latest = useRef(onNext)
  latest.current = onNext
  useEffect(() => {
    if (next && isEmpty) latest.current(next)
  }, [next, isEmpty])
  return (
    <div className={classes.question}>
      <h2 ref={head} tabIndex={-1} className={classes.title}>
        <span className={classes.doneSign}>
          <Glyph name="success" size={24} />
        </span>
        {t(screen.isDry ? 'dry.done' : screen.state === 'background' ? 'done.background' : 'done.title')}
      </h2>
      {outcome.text !== '' ? (
        <Html html={outcome.text} />
      ) : (
        !screen.isDry && <p>{t(screen.state === 'background' ? 'done.backgroundText' : 'done.text')}</p>
      )}
      {outcome.exportIds.length > 0 && (
        <ul className={`${styles.plainList} ${styles.stack8}`}>
          {outcome.exportIds.map((exportId) => (
            <ExportFile key={exportId} teamId={teamId} exportId={exportId} />
          ))}
        </ul>
      )}
      {outcome.would && <DryResult would={outcome.would} messages={outcome.messages} />}
      {next && (
        <div className={classes.buttons}>
          <Button size="md" rightSection={<Glyph name="arrowRight" />} onClick={() => onNext(next)}>
            {t('done.goOn')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Polling interval of a running export. */
const pollMs = 700

function ExportFile({ teamId, exportId }: { teamId: number; exportId: number }) {
  const { t } = useTranslation(['wizardRuns', 'exports'])
  const params = { teamId, exportId }
  const { data, isError } = useApi(
    api.exports.get,
    { params },
    { refetchInterval: ({ state }) => (!state.data || isUnderWay(state.data.status) ? pollMs : false) },
  )
  if (isError || data?.status === 'failed') return <li role="status">{t('done.exportFailed')}</li>
  if (data?.status !== 'done') return <li role="status">{t('done.exporting')}</li>
  return (
    <li>
      <Button
        component="a"
        href={urlOf(api.exports.download, { params })}
        variant="default"
        leftSection={<Glyph name="download" />}
      >
        {t('done.download', { name: data.fileName })}
      </Button>
    </li>
  )
}
