/** One run: what happened in it, the records it changed, and what can be done about it. */
import { Button } from '@mantine/core'
import { type NotSentReason, notSentReasons, type RunEvent } from '@muster/contract/wizards/runs.schema'
import { mayHappen } from '@muster/contract/wizards/wizards.machine'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/use-format.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { Drawer } from '../../../../ui/Drawer.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { FormSkeleton } from '../../../../ui/Skeletons.tsx'
import styles from '../../../../ui/shared.module.css'
import { Tag } from '../../../../ui/Tag.tsx'
import { Section } from '../Section.tsx'
import { useWizardPage } from '../wizard-context.ts'
import classes from './runs.module.css'
import { StateTag } from './StateTag.tsx'
import { useRunActs } from './use-run-acts.ts'

const reasonOf = ({ detail }: RunEvent): NotSentReason =>
  notSentReasons.find((reason) => reason === detail.reason) ?? 'template_archived'

const changeColors = { created: 'green', updated: 'blue', deleted: 'red', restored: 'green' } as const

export function RunDrawer({ wizardRunId, onClose }: { wizardRunId: number; onClose(): void }) {
  const { t } = useTranslation(['wizards', 'common'])
  const format = useFormat()
  const { teamId, wizard } = useWizardPage()
  const acts = useRunActs(teamId)
  const { data: run, error, refetch } = useApi(api.wizardRuns.detail, { params: { teamId, wizardRunId } })
  const tasks = wizard.steps.flatMap((step) => step.tasks)
  const placeOf = ({ wizardStepId, stepTaskId }: RunEvent) =>
    (tasks.find(({ id }) => id === stepTaskId) ?? wizard.steps.find(({ id }) => id === wizardStepId))?.title
  const title = run ? (run.by ?? t('wizards:runs.visitor')) : t('common:loading')
  return (
    <Drawer title={title} isModal onClose={onClose}>
      {error && !run && <ErrorState error={error} title={t('wizards:failed.getRun')} onRetry={refetch} />}
      {!run && !error && <FormSkeleton rowCount={6} />}
      {run && (
        <div className={styles.stack16}>
          <dl className={classes.facts}>
            <dt>{t('wizards:runs.stateTitle')}</dt>
            <dd className={styles.chips}>
              <StateTag state={run.state} />
              {run.isDry && <Tag>{t('wizards:runs.dry')}</Tag>}
            </dd>
            <dt>{t('wizards:runs.started')}</dt>
            <dd>{format.fullDateTime(run.startedAt)}</dd>
            {run.endedAt && (
              <>
                <dt>{t('wizards:runs.ended')}</dt>
                <dd>{format.fullDateTime(run.endedAt)}</dd>
              </>
            )}
            <dt>{t('wizards:runs.version')}</dt>
            <dd>{format.number(run.versionNumber)}</dd>
          </dl>
          {run.error && <p className={classes.error}>{run.error}</p>}
          {(mayHappen(run.state, 'retry') || mayHappen(run.state, 'rollBack')) && (
            <div className={classes.buttons}>
              {mayHappen(run.state, 'retry') && (
                <Button
                  variant="default"
                  leftSection={<Glyph name="refresh" />}
                  onClick={() => void acts.retry(run)}
                >
                  {t('wizards:runs.retry')}
                </Button>
              )}
              {mayHappen(run.state, 'rollBack') && run.operationId !== null && (
                <Button
                  variant="default"
                  leftSection={<Glyph name="undo" />}
                  onClick={() => void acts.rollBack(run)}
                >
                  {t('wizards:runs.rollBack')}
                </Button>
              )}
            </div>
          )}
          <Section title={t('wizards:runs.records')}>
            {run.records.length === 0 ? (
              <p className={styles.note}>{t('wizards:runs.noRecords')}</p>
            ) : (
              <ul className={classes.records}>
                {run.records.map(({ id, name, type }) => (
                  <li key={id}>
                    <Tag color={changeColors[type]}>{t(`wizards:runs.change.${type}`)}</Tag>
                    {type === 'deleted' ? (
                      name
                    ) : (
                      <AppLink href={`/team-${teamId}/data-records/${id}`}>{name}</AppLink>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Section>
          <Section title={t('wizards:runs.timeline')}>
            <ol className={classes.timeline}>
              {run.events.map((event, at) => (
                // Events are only ever added at the end.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <li key={at}>
                  <time dateTime={event.at} title={format.fullDateTime(event.at)}>
                    {format.time(event.at)}
                  </time>
                  <span>
                    {event.kind === 'not_sent'
                      ? t(`wizards:runs.notSent.${reasonOf(event)}`)
                      : t(`wizards:runs.event.${event.kind}`)}
                    {placeOf(event) !== undefined && (
                      <span className={styles.smallLine}>{placeOf(event)}</span>
                    )}
                  </span>
                  {event.ms !== null && (
                    <span className={classes.ms}>
                      {t('wizards:runs.ms', { number: format.number(event.ms) })}
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </Section>
        </div>
      )}
    </Drawer>
  )
}
