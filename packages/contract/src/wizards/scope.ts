/** Which variables exist where in a definition. */
import type { DefinedTask, WizardDefinition } from './definition.ts'
import { resolveName } from './tasks/common.ts'
import type { DesignEnv } from './tasks/definition.ts'
import { wizardTask } from './tasks/index.ts'
import {
  boundVariable,
  collectionOfVariable,
  itemVariable,
  recordsVariable,
  type Variable,
} from './variables.ts'

type Located = Pick<WizardDefinition, 'steps' | 'boundDataCollectionIds'>

export const tasksOf = ({ steps }: Pick<WizardDefinition, 'steps'>): DefinedTask[] =>
  steps.flatMap(({ tasks }) => tasks)

/** The type's settings with their defaults; null if they do not fit the type. */
export function settingsOfTask({ type, settings }: Pick<DefinedTask, 'type' | 'settings'>) {
  const parsed = wizardTask(type).settings.safeParse(settings)
  return parsed.success ? parsed.data : null
}

/** The variable that a task gives; null if it gives none. */
export function givenBy(task: DefinedTask, env: DesignEnv): Variable | null {
  const settings = settingsOfTask(task)
  const given = settings && task.variable !== '' ? wizardTask(task.type).gives(settings, env) : null
  return given && { columnName: task.variable, label: task.title, ...given }
}

/** The variables that exist when a task runs: those of earlier tasks, and within a loop its item. */
export function variablesAt(definition: Located, taskId: number, env: DesignEnv): Variable[] {
  const found: Variable[] = definition.boundDataCollectionIds
    .slice(0, 1)
    .map((id) => recordsVariable(boundVariable, boundVariable, id))
  for (const task of tasksOf(definition)) {
    if (task.id === taskId) return [...found, ...itemOf(task, found, env)]
    const given = givenBy(task, env)
    if (given) found.push(given)
  }
  return found
}

function itemOf(task: DefinedTask, variables: readonly Variable[], env: DesignEnv): Variable[] {
  const name = task.executeInLoopValue
  const looped = name ? resolveName(name, { env, variables }) : undefined
  const collection = looped ? collectionOfVariable(looped) : null
  return collection === null ? [] : [recordsVariable(itemVariable, itemVariable, collection)]
}
