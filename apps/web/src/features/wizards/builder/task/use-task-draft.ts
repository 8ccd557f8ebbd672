/** A task while it is edited, across its tabs, with what is wrong with it at the moment. */
import { checkDefinition } from '@muster/contract/wizards/check-definition'
import { taskSettings } from '@muster/contract/wizards/definition'
import { settingsOfTask, variablesAt } from '@muster/contract/wizards/scope'
import { withColumns } from '@muster/contract/wizards/tasks/common'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import type { Variable } from '@muster/contract/wizards/variables'
import type { StepTask, UpdateTask } from '@muster/contract/wizards/wizards.schema'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../../../lib/api.ts'
import { useFieldErrors } from '../../../../lib/errors.ts'
import type { SaveStateName } from '../../../../ui/SaveState.tsx'
import { useLeaveGuard } from '../../../../ui/use-leave-guard.ts'
import { useProblemText } from '../problems.ts'
import { useWizardsAdmin } from '../use-wizards-admin.ts'
import type { WizardPage } from '../wizard-context.ts'

type Changes = Partial<Omit<StepTask, 'id' | 'wizardStepId' | 'executionRank' | 'type'>>

const keys = Object.keys(taskSettings).filter((key) => key !== 'type') as (keyof Changes)[]

export interface TaskDraft {
  draft: StepTask
  /** The type's own, with their defaults. */
  settings: Record<string, unknown>
  /** That exist when the task runs, with the columns of their records. */
  variables: readonly Variable[]
  isDirty: boolean
  state: SaveStateName
  set(change: Changes): void
  setSettings(change: Record<string, unknown>): void
  /** By path, of the draft or within its settings. */
  errorOf(path: string): string | undefined
  save(): Promise<void>
  discard(): void
  /** Unsaved changes no longer matter: the task is deleted. */
  forget(): void
}

export function useTaskDraft(
  { teamId, definition, env, base }: WizardPage,
  task: StepTask,
  openDetails: () => void,
): TaskDraft {
  const { t } = useTranslation('wizards')
  const admin = useWizardsAdmin(teamId)
  const problemText = useProblemText()
  const fieldErrors = useFieldErrors()
  const [changed, setChanged] = useState<Changes>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [state, setState] = useState<SaveStateName>('idle')
  const isForgotten = useRef(false)
  const draft = useMemo(() => ({ ...task, ...changed }), [task, changed])
  const changes = Object.fromEntries(
    keys
      .filter((key) => JSON.stringify(draft[key]) !== JSON.stringify(task[key]))
      .map((key) => [key, draft[key]]),
  ) as UpdateTask
  const isDirty = Object.keys(changes).length > 0
  useLeaveGuard(
    () => isDirty && !isForgotten.current,
    (path) => path.startsWith(`${base}/steps/step-task/${task.id}/`),
  )

  const settings = useMemo(
    () => settingsOfTask(draft) ?? (wizardTask(draft.type).settings.parse({}) as Record<string, unknown>),
    [draft],
  )
  const edited = useMemo(
    () => ({
      ...definition,
      steps: definition.steps.map((step) => ({
        ...step,
        tasks: step.tasks.map((one) => (one.id === draft.id ? draft : one)),
      })),
    }),
    [definition, draft],
  )
  const variables = useMemo(
    () => withColumns(variablesAt(edited, draft.id, env), env),
    [edited, draft.id, env],
  )
  const problems = useMemo(
    () => checkDefinition(edited, env).filter(({ stepTaskId }) => stepTaskId === draft.id),
    [edited, draft.id, env],
  )

  const set = (change: Changes) => {
    setChanged((now) => ({ ...now, ...change }))
    setErrors({})
    setState('idle')
  }
  return {
    draft,
    settings,
    variables,
    isDirty,
    state,
    set,
    setSettings: (change) => set({ settings: withoutUndefined({ ...settings, ...change }) }),
    errorOf(path) {
      const own = errors[path] ?? errors[`settings.${path}`]
      if (own !== undefined) return own
      const problem = problems.find((one) => one.path === path)
      return problem && problemText(problem)
    },
    async save() {
      if (draft.title.trim() === '') {
        setErrors({ title: t('tasks.titleRequired') })
        setState('failed')
        return openDetails()
      }
      setState('saving')
      try {
        await admin.performOnWizard(
          api.wizards.updateTask,
          { params: { teamId, stepTaskId: task.id }, body: changes },
          'saveTask',
          () => true,
        )
        setChanged({})
        setState('saved')
      } catch (error) {
        setState('failed')
        if (error instanceof ApiError) setErrors(fieldErrors(error))
      }
    },
    discard() {
      setChanged({})
      setErrors({})
      setState('idle')
    },
    forget() {
      isForgotten.current = true
    },
  }
}

/** As JSON has it, so that drafts compare by what is sent. */
const withoutUndefined = (settings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
