/** What keeps a definition from going live; the builder shows it while one edits, and the server decides by it. */
import { checkFilter } from '../filters/check.ts'
import type { DefinedTask, WizardDefinition } from './definition.ts'
import { givenBy, settingsOfTask, variablesAt } from './scope.ts'
import { checkRecords, isBound, withColumns } from './tasks/common.ts'
import type { DesignEnv, Problem } from './tasks/definition.ts'
import { wizardTask } from './tasks/index.ts'
import { variablesIn } from './variables.ts'

type Found = Pick<Problem, 'path' | 'code' | 'params'>

export function checkDefinition(definition: WizardDefinition, env: DesignEnv): Problem[] {
  const { steps } = definition
  if (steps.length === 0) return [{ path: 'steps', code: 'wizard_without_steps' }]
  const names = new Set<string>()
  return steps.flatMap((step) => {
    const own = { wizardStepId: step.id }
    const empty: Problem[] =
      step.tasks.length === 0 ? [{ ...own, path: 'tasks', code: 'step_without_tasks' }] : []
    return [
      ...empty,
      ...step.tasks.flatMap((task) =>
        checkTask(definition, task, env, names).map((found) => ({ ...own, stepTaskId: task.id, ...found })),
      ),
    ]
  })
}

function checkTask(
  definition: WizardDefinition,
  task: DefinedTask,
  env: DesignEnv,
  names: Set<string>,
): Found[] {
  const type = wizardTask(task.type)
  const settings = settingsOfTask(task)
  if (!settings) return [{ path: 'settings', code: 'value_invalid' }]
  const variables = variablesAt(definition, task.id, env)
  const context = { env, variables }
  const found: Found[] = [...type.check(settings, context)]
  if (task.executeInLoopValue !== null)
    found.push(...checkRecords(task.executeInLoopValue, context, null, 'executeInLoopValue'))
  if (task.executionCondition && !isCondition(task, context)) {
    found.push({ path: 'executionCondition', code: 'condition_broken' })
  }
  if (task.executeWizardInNextAction !== null && !env.hasWizard(task.executeWizardInNextAction)) {
    found.push({ path: 'executeWizardInNextAction', code: 'wizard_gone' })
  }
  const gives = givenBy(task, env)
  if (gives) {
    if (names.has(task.variable)) {
      found.push({ path: 'variable', code: 'variable_name_taken', params: { name: task.variable } })
    }
    names.add(task.variable)
    if (task.executeInBackground) found.push({ path: 'executeInBackground', code: 'background_gives' })
  }
  if (task.executeInBackground && type.asks(settings)) {
    found.push({ path: 'executeInBackground', code: 'background_gives' })
  }
  return [...found, ...checkPublic(definition, task, env)]
}

function isCondition(
  { executionCondition }: DefinedTask,
  context: { env: DesignEnv; variables: ReturnType<typeof variablesAt> },
): boolean {
  const fields = withColumns(context.variables, context.env)
  const known = fields.map(({ columnName }) => columnName)
  const checked = checkFilter(executionCondition as never, fields, {
    fieldsOf: (id) => context.env.fieldsOf(id),
    variables: known,
  })
  return checked.ok && variablesIn(executionCondition).every((name) => known.includes(name) || isSystem(name))
}

const isSystem = (name: string): boolean => ['today', 'now', 'currentUser'].includes(name)

/**
 * A public wizard must not show or change records that it only found: without proof of who they are, visitors reach
 * the record that a link bound and those that the run itself made.
 */
function checkPublic(definition: WizardDefinition, task: DefinedTask, env: DesignEnv): Found[] {
  if (!definition.isPublic) return []
  const settings = settingsOfTask(task)
  if (!settings) return []
  if (task.type === 'export_data_records_to_csv') return [{ path: 'type', code: 'public_export' }]
  const variables = variablesAt(definition, task.id, env)
  return wizardTask(task.type)
    .needs(settings, env, variables)
    .flatMap((need): Found[] => {
      if (typeof need.on === 'string') return []
      const changes = need.permission !== 'read_data_field_data'
      if (isOwn(definition, need.on.variable, env)) return []
      return [{ path: 'recordsValue', code: changes ? 'public_changes_found' : 'public_shows_found' }]
    })
    .slice(0, 1)
}

/** Whether the records of a variable are the visitor's own: bound by proof, or made by this run. */
function isOwn(definition: WizardDefinition, name: string, env: DesignEnv): boolean {
  if (isBound(name)) return true
  const task = definition.steps
    .flatMap(({ tasks }) => tasks)
    .find((other) => name === other.variable || name.startsWith(`${other.variable}.`))
  return task !== undefined && givenBy(task, env) !== null && task.type === 'create_data_record'
}
