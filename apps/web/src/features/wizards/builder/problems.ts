/** Problems of a definition in words, and where each is mended. */
import { partsOfName } from '@muster/contract/wizards/variables'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export type WizardProblem = DataWizard['problems'][number]

export function useProblemText(): (problem: Pick<WizardProblem, 'code' | 'params'>) => string {
  const { t } = useTranslation('wizards')
  return useCallback(({ code, params }) => t(`problem.${code}`, { name: '', title: '', ...params }), [t])
}

/** Tab of a task on which a setting is. */
export const tabOfPath = (path: string): 'linked-data-fields' | 'details' =>
  partsOfName(path).variable === 'fields' ? 'linked-data-fields' : 'details'

/** Where to go for it. @param base address of the wizard's administration */
export function urlOfProblem({ wizardStepId, stepTaskId, path }: WizardProblem, base: string): string {
  if (stepTaskId !== undefined) return `${base}/steps/step-task/${stepTaskId}/${tabOfPath(path)}`
  return wizardStepId === undefined ? `${base}/steps` : `${base}/steps#step-${wizardStepId}`
}

/** Title of what it is about; null: of the wizard itself. */
export function placeOfProblem(
  { wizardStepId, stepTaskId }: WizardProblem,
  wizard: DataWizard,
): string | null {
  const step = wizard.steps.find(({ id }) => id === wizardStepId)
  const task = wizard.steps.flatMap(({ tasks }) => tasks).find(({ id }) => id === stepTaskId)
  return task?.title ?? step?.title ?? null
}
