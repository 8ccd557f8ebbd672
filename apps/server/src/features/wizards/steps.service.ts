/** Steps and tasks of a wizard. */
import { AppError, type FieldError } from '@muster/contract/errors'
import { stepDefaults, taskDefaults } from '@muster/contract/wizards/defaults'
import type { TaskType } from '@muster/contract/wizards/tasks/definition'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import type {
  CreateStep,
  CreateTask,
  DataWizard,
  UpdateStep,
  UpdateTask,
  WizardOrder,
} from '@muster/contract/wizards/wizards.schema'
import { cleanHtml } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/db.ts'
import { validationError } from '../../platform/errors.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { closeAutomaticOf } from '../messages/public.ts'
import type { StoredTask, StoredWizard } from './definitions.repo.ts'
import {
  deleteStep,
  deleteTask,
  insertStep,
  insertTask,
  setStepRanks,
  setTasksOfStep,
  updateStepRow,
  updateTaskRow,
  wizardOfStep,
  wizardOfTask,
} from './wizards.repo.ts'
import { changeDefinition, cleanAll, entryOf, type WizardDeps } from './wizards.service.ts'

/** @throws AppError not_found */
export function createStep(
  deps: WizardDeps,
  teamUser: TeamUser,
  dataWizardId: number,
  input: CreateStep,
): Promise<DataWizard> {
  const { teamId } = teamUser
  return changeDefinition(deps, teamUser, dataWizardId, async (client, wizard) => {
    await insertStep(client, teamId, dataWizardId, input)
    await auditPart(client, teamId, wizard, {}, { step: input.title })
  })
}

/** @throws AppError not_found */
export async function updateStep(
  deps: WizardDeps,
  teamUser: TeamUser,
  stepId: number,
  input: UpdateStep,
): Promise<DataWizard> {
  const { teamId } = teamUser
  const id = known(await wizardOfStep(deps.pool, teamId, stepId))
  return changeDefinition(deps, teamUser, id, async (client, wizard) => {
    const step = known(wizard.steps.find((one) => one.id === stepId))
    await updateStepRow(client, teamId, stepId, input)
    const before: Record<string, unknown> = { ...stepDefaults, ...step.settings }
    await auditPart(client, teamId, wizard, before, { ...before, ...input })
  })
}

/** @throws AppError not_found */
export async function removeStep(deps: WizardDeps, teamUser: TeamUser, stepId: number): Promise<DataWizard> {
  const { teamId } = teamUser
  const id = known(await wizardOfStep(deps.pool, teamId, stepId))
  return changeDefinition(deps, teamUser, id, async (client, wizard) => {
    const step = known(wizard.steps.find((one) => one.id === stepId))
    await deleteStep(client, teamId, stepId)
    await closeAutomaticOf(
      client,
      teamId,
      step.tasks.map(({ id }) => id),
    )
    await auditPart(client, teamId, wizard, { step: step.settings.title }, {})
  })
}

/** @throws AppError not_found, validation_failed at `settings.…` */
export async function createTask(
  deps: WizardDeps,
  teamUser: TeamUser,
  stepId: number,
  { type, variable, ...input }: CreateTask,
): Promise<{ stepTaskId: number; wizard: DataWizard }> {
  const { teamId } = teamUser
  const id = known(await wizardOfStep(deps.pool, teamId, stepId))
  let stepTaskId = 0
  const wizard = await changeDefinition(deps, teamUser, id, async (client, stored) => {
    const settings = checkedSettings(type, input.settings)
    const own = variable ?? variableFor(type, input.title, stored)
    stepTaskId = await insertTask(client, teamId, stepId, type, { ...input, settings, variable: own })
    await auditPart(client, teamId, stored, {}, { task: input.title })
  })
  return { stepTaskId, wizard }
}

/** @throws AppError not_found, validation_failed at `settings.…` */
export async function updateTask(
  deps: WizardDeps,
  teamUser: TeamUser,
  taskId: number,
  input: UpdateTask,
): Promise<DataWizard> {
  const { teamId } = teamUser
  const id = known(await wizardOfTask(deps.pool, teamId, taskId))
  return changeDefinition(deps, teamUser, id, async (client, wizard) => {
    const task = known(tasksOf(wizard).find((one) => one.id === taskId))
    const settings = input.settings && checkedSettings(task.type as TaskType, input.settings)
    const changes = settings ? { ...input, settings } : input
    await updateTaskRow(client, teamId, taskId, changes)
    const template = settings?.outgoingMessageTemplateId
    if (typeof template === 'number') await closeAutomaticOf(client, teamId, [taskId], { butOf: template })
    const before: Record<string, unknown> = { ...taskDefaults, ...task.settings }
    await auditPart(client, teamId, wizard, before, { ...before, ...changes })
  })
}

/** @throws AppError not_found */
export async function removeTask(deps: WizardDeps, teamUser: TeamUser, taskId: number): Promise<DataWizard> {
  const { teamId } = teamUser
  const id = known(await wizardOfTask(deps.pool, teamId, taskId))
  return changeDefinition(deps, teamUser, id, async (client, wizard) => {
    const task = known(tasksOf(wizard).find((one) => one.id === taskId))
    await deleteTask(client, teamId, taskId)
    await closeAutomaticOf(client, teamId, [taskId])
    await auditPart(client, teamId, wizard, { task: task.settings.title }, {})
  })
}

/** @throws AppError not_found; validation_failed unless all steps and tasks are named, each once */
export function setOrder(
  deps: WizardDeps,
  teamUser: TeamUser,
  dataWizardId: number,
  { steps }: WizardOrder,
): Promise<DataWizard> {
  const { teamId } = teamUser
  return changeDefinition(deps, teamUser, dataWizardId, async (client, wizard) => {
    const stepIds = steps.map(({ id }) => id)
    const taskIds = steps.flatMap(({ stepTaskIds }) => stepTaskIds)
    const errors: FieldError[] = []
    if (
      !isSameSet(
        stepIds,
        wizard.steps.map(({ id }) => id),
      )
    )
      errors.push({ path: 'steps', code: 'invalid' })
    if (
      !isSameSet(
        taskIds,
        tasksOf(wizard).map(({ id }) => id),
      )
    ) {
      errors.push({ path: 'steps.stepTaskIds', code: 'invalid' })
    }
    if (errors.length > 0) throw new AppError('validation_failed', { errors })
    await setStepRanks(client, teamId, stepIds)
    for (const step of steps) await setTasksOfStep(client, teamId, step.id, step.stepTaskIds)
    await auditPart(
      client,
      teamId,
      wizard,
      { stepOrder: orderOf(wizard) },
      { stepOrder: orderOf(wizard, steps) },
    )
  })
}

/** Titles of the steps with those of their tasks. @param steps in another order than the stored one */
function orderOf(wizard: StoredWizard, steps?: WizardOrder['steps']): string[] {
  const titles = new Map(tasksOf(wizard).map(({ id, settings }) => [id, settings.title]))
  const stored = wizard.steps.map(({ id, tasks }) => ({ id, stepTaskIds: tasks.map((task) => task.id) }))
  return (steps ?? stored).map(({ id, stepTaskIds }) => {
    const step = wizard.steps.find((one) => one.id === id)
    return `${step?.settings.title}: ${stepTaskIds.map((taskId) => titles.get(taskId)).join(', ')}`
  })
}

const tasksOf = ({ steps }: StoredWizard): StoredTask[] => steps.flatMap(({ tasks }) => tasks)

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AppError('not_found')
  return value
}

/** The type's settings with their defaults, and with sanitised HTML. */
function checkedSettings(type: TaskType, settings: Record<string, unknown>): Record<string, unknown> {
  const parsed = wizardTask(type).settings.safeParse(settings)
  if (!parsed.success) throw validationError(parsed.error, 'settings')
  const { data } = parsed
  if (typeof data.textToDisplayValue === 'string')
    data.textToDisplayValue = cleanHtml(data.textToDisplayValue)
  if (data.textToDisplayTranslations) {
    data.textToDisplayTranslations = cleanAll(data.textToDisplayTranslations as Record<string, string>)
  }
  return data
}

const givesNothing: ReadonlySet<TaskType> = new Set<TaskType>([
  'add_data_records_to_data_collection',
  'display_formatted_text',
  'export_data_records_to_csv',
  'remove_data_records_from_data_collection',
  'send_outgoing_message',
  'update_data_fields_for_data_records',
])

/** A name from the title that no other task of the wizard gives. */
function variableFor(type: TaskType, title: string, wizard: StoredWizard): string {
  if (givesNothing.has(type)) return ''
  const taken = new Set(tasksOf(wizard).map(({ settings }) => settings.variable))
  const plain = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+|_+$/g, '')
      .slice(0, 40) || 'value'
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`
    if (!taken.has(name)) return name
  }
}

function auditPart(
  client: Transaction,
  teamId: number,
  wizard: StoredWizard,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  return audit(client, entryOf(teamId, wizard.id, wizard.name, 'updated', before, after))
}
