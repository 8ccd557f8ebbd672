/** Conditions of tasks in words. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { variablesAt } from '@muster/contract/wizards/scope'
import { withColumns } from '@muster/contract/wizards/tasks/common'
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { useCallback, useMemo } from 'react'
import { describeFilter, useDescribe } from '../../../filters/public.ts'
import { fieldOfVariable } from '../pseudo-field.ts'
import { useWizardPage } from '../wizard-context.ts'

export function useConditionText(): (task: StepTask) => string {
  const { wizard, definition, env } = useWizardPage()
  const tasks = useMemo(() => wizard.steps.flatMap((step) => step.tasks), [wizard])
  /** The variables of all tasks, each name once. */
  const fields = useMemo(() => {
    const byName = new Map<string, DataField>()
    for (const task of tasks) {
      if (task.executionCondition === null) continue
      for (const variable of withColumns(variablesAt(definition, task.id, env), env))
        byName.set(variable.columnName, fieldOfVariable(variable))
    }
    return [...byName.values()]
  }, [tasks, definition, env])
  const all = useMemo((): Filter | null => {
    const conditions = tasks.flatMap(({ executionCondition }) => executionCondition ?? [])
    return conditions.length > 0 ? { and: conditions } : null
  }, [tasks])
  const describe = useDescribe(fields, all)
  return useCallback(
    ({ executionCondition }) =>
      executionCondition === null ? '' : describeFilter(executionCondition, describe),
    [describe],
  )
}
