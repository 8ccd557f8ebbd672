/** …/data-wizards/{id}/flow: the wizard as a diagram; a task opens on click. The same as a list for screen readers. */

import type { RunMove } from '@muster/contract/wizards/runs.schema'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { useFormat } from '../../../../lib/use-format.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import { FormSkeleton } from '../../../../ui/Skeletons.tsx'
import { useWizardPage } from '../wizard-context.ts'
import classes from './flow.module.css'
import { useConditionText } from './use-condition-text.ts'

const Diagram = lazy(async () => ({ default: (await import('./Diagram.tsx')).Diagram }))

const noMoves: readonly RunMove[] = []

export function WizardFlow() {
  const { t } = useTranslation('wizards')
  const { teamId, wizard, base } = useWizardPage()
  const format = useFormat()
  const conditionText = useConditionText()
  const wizards = useApi(api.wizards.list, { params: { teamId } }).data?.items
  const moves = useApi(api.wizardRuns.moves, { params: { teamId, dataWizardId: wizard.id } }).data?.items
  const nameOf = useMemo(() => (id: number) => wizards?.find((one) => one.id === id)?.name ?? '', [wizards])
  const reachedText = (id: number) => {
    const count = (moves ?? []).reduce(
      (sum, { toStepTaskId, runs }) => sum + (toStepTaskId === id ? runs : 0),
      0,
    )
    return t('runs.reached', { count, number: format.number(count) })
  }
  if (wizard.steps.every(({ tasks }) => tasks.length === 0)) {
    return (
      <PageBody>
        <EmptyState
          glyph="wizard"
          title={t('flow.none')}
          text={<AppLink href={`${base}/steps`}>{t('flow.addTasks')}</AppLink>}
        />
      </PageBody>
    )
  }
  return (
    <>
      <ol className={classes.hidden} aria-label={t('flow.list')}>
        {wizard.steps.map((step) => (
          <li key={step.id}>
            {step.title}
            <ol>
              {step.tasks.map((task) => (
                <li key={task.id}>
                  <AppLink href={`${base}/steps/step-task/${task.id}/details`}>{task.title}</AppLink>
                  {task.executionCondition !== null && ` ${t('flow.if', { condition: conditionText(task) })}`}
                  {task.executeWizardInNextAction !== null &&
                    ` ${t('flow.then', { name: nameOf(task.executeWizardInNextAction) })}`}
                  {moves && moves.length > 0 && ` · ${reachedText(task.id)}`}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
      <section className={classes.canvas} aria-label={t('flow.diagram')}>
        <Suspense fallback={<FormSkeleton rowCount={6} />}>
          <Diagram moves={moves ?? noMoves} conditionText={conditionText} wizardName={nameOf} />
        </Suspense>
      </section>
    </>
  )
}
