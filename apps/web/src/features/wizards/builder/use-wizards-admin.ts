/** What an administrator does with wizards; failures are told in a toast, field errors go to the form. */
import type { Endpoint, Response as ResponseOf } from '@muster/contract/endpoint'
import type { DataWizard, ListedWizard, StepTask, WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryKeyOf } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toasts.ts'

/** Names of texts in `wizards:failed`. */
export type Failure =
  | 'createWizard'
  | 'saveWizard'
  | 'deleteWizard'
  | 'createStep'
  | 'saveStep'
  | 'deleteStep'
  | 'createTask'
  | 'saveTask'
  | 'deleteTask'
  | 'reorder'
  | 'saveAccessLink'
  | 'deleteAccessLink'
  | 'tokenLink'
  | 'createLink'
  | 'saveLink'
  | 'unlink'
  | 'retry'
  | 'rollBack'

const isOfFields = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

export function useWizardsAdmin(teamId: number) {
  const { t } = useTranslation(['wizards', 'common', 'errors'])
  const queryClient = useQueryClient()

  const tell = (failed: Failure, error: unknown) => {
    const what = t(`wizards:failed.${failed}`)
    toast.error(`${what} ${errorText(error, t as never)}`)
  }
  /** The wizard as the server has it now, before the refetch. */
  const keep = (wizard: DataWizard) =>
    queryClient.setQueryData(
      queryKeyOf(api.wizards.get, { params: { teamId, dataWizardId: wizard.id } }),
      wizard,
    )
  /** Throws what the call throws, told unless it belongs to fields of a form. */
  const perform = async <E extends Endpoint>(
    endpoint: E,
    args: Parameters<typeof call<E>>[1],
    failed: Failure,
    isTold: (error: unknown) => boolean = (error) => !isOfFields(error),
  ): Promise<ResponseOf<E>> => {
    try {
      const answer = await call(endpoint, args)
      void refreshChanged(queryClient, endpoint, { teamId })
      return answer
    } catch (error) {
      if (isTold(error)) tell(failed, error)
      throw error
    }
  }
  const performOnWizard = async <E extends Endpoint>(
    ...work: Parameters<typeof perform<E>>
  ): Promise<DataWizard> => {
    const wizard = (await perform<E>(...work)) as DataWizard
    keep(wizard)
    return wizard
  }
  /** Asks first. @returns whether it was done */
  const destroy = async (
    question: { title: string; text: string; confirmLabel: string },
    work: () => Promise<unknown>,
    done: string,
  ): Promise<boolean> => {
    if (!(await confirm({ ...question, isDestructive: true }))) return false
    try {
      await work()
    } catch {
      return false
    }
    toast.success(done)
    return true
  }

  return {
    keep,
    perform,
    performOnWizard,
    destroy,
    async duplicate({ id, name }: Pick<ListedWizard, 'id' | 'name'>): Promise<DataWizard | null> {
      const body = { name: t('wizards:list.copyName', { name }).slice(0, 200), copyOfDataWizardId: id }
      try {
        const copy = await performOnWizard(
          api.wizards.create,
          { params: { teamId }, body },
          'createWizard',
          () => true,
        )
        toast.success(t('wizards:list.duplicated', { name: copy.name }))
        return copy
      } catch {
        return null
      }
    },
    remove: ({ id, name }: Pick<ListedWizard, 'id' | 'name'>) =>
      destroy(
        {
          title: t('wizards:delete.wizardTitle', { name }),
          text: t('wizards:delete.wizardText'),
          confirmLabel: t('wizards:delete.wizard'),
        },
        () => perform(api.wizards.remove, { params: { teamId, dataWizardId: id } }, 'deleteWizard'),
        t('wizards:delete.wizardDone', { name }),
      ),
    removeStep: ({ id, title, tasks }: WizardStep) =>
      destroy(
        {
          title: t('wizards:delete.stepTitle', { name: title }),
          text: t('wizards:delete.stepText', { count: tasks.length }),
          confirmLabel: t('wizards:delete.step'),
        },
        () => performOnWizard(api.wizards.removeStep, { params: { teamId, wizardStepId: id } }, 'deleteStep'),
        t('wizards:delete.stepDone', { name: title }),
      ),
    removeTask: ({ id, title }: StepTask) =>
      destroy(
        {
          title: t('wizards:delete.taskTitle', { name: title }),
          text: t('wizards:delete.taskText'),
          confirmLabel: t('wizards:delete.task'),
        },
        () => performOnWizard(api.wizards.removeTask, { params: { teamId, stepTaskId: id } }, 'deleteTask'),
        t('wizards:delete.taskDone', { name: title }),
      ),
  }
}
export type WizardsAdmin = ReturnType<typeof useWizardsAdmin>
