/**
 * Nobody gives a wizard more than they have: where it runs with its own rights, or for visitors, its author must be able
 * to read and change in every record what it names. Otherwise designing a wizard would be a way to read hidden values.
 */
import { AppError } from '@muster/contract/errors'
import type { Filter, Sort } from '@muster/contract/filters/ast'
import type { DefinedTask, WizardDefinition } from '@muster/contract/wizards/definition'
import { settingsOfTask, tasksOf, variablesAt } from '@muster/contract/wizards/scope'
import { resolveName } from '@muster/contract/wizards/tasks/common'
import type { DesignEnv, Need } from '@muster/contract/wizards/tasks/definition'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import {
  collectionOfVariable,
  partsOfName,
  subjectsIn,
  variablesIn,
} from '@muster/contract/wizards/variables'
import { readsAllOf } from '../../engine/public.sql.ts'
import { accessOf, type Caller, type TeamModel } from '../../engine/public.ts'

/** @throws AppError validation_failed where the change gives the wizard more than the author has */
export function checkAuthor(
  model: TeamModel,
  author: Caller,
  env: DesignEnv,
  before: WizardDefinition | null,
  after: WizardDefinition,
): void {
  const known = new Set(before ? beyond(model, author, env, before) : [])
  const added = beyond(model, author, env, after).filter((name) => !known.has(name))
  if (added.length === 0) return
  const fields = [...new Set(added)].join(', ')
  throw new AppError('validation_failed', {
    errors: [{ path: 'runsWith', code: 'wizard_beyond_author', params: { fields } }],
  })
}

/** Names of what a wizard reaches with its own rights and its author does not. */
function beyond(model: TeamModel, author: Caller, env: DesignEnv, definition: WizardDefinition): string[] {
  const isOwn = definition.runsWith === 'wizard' || definition.isPublic
  if (!isOwn || (author.kind === 'team_user' && author.isTeamAdmin && !author.seenAs)) return []
  return tasksOf(definition).flatMap((task) => beyondOfTask(model, author, env, definition, task))
}

function beyondOfTask(
  model: TeamModel,
  author: Caller,
  env: DesignEnv,
  definition: WizardDefinition,
  task: DefinedTask,
): string[] {
  const settings = settingsOfTask(task)
  if (!settings) return []
  const type = wizardTask(task.type)
  const variables = variablesAt(definition, task.id, env)
  const needs: Need[] = [...type.needs(settings, env, variables)]
  const condition = task.executionCondition
  for (const name of [...type.reads(settings), ...subjectsIn(condition), ...variablesIn(condition)]) {
    needs.push(...needOfColumn(name, env, variables))
  }
  const names = needs.filter((need) => !has(model, author, need)).map((need) => nameOf(model, need))
  return [
    ...names,
    ...filtersOf(model, settings).flatMap(({ dataCollectionId, filter }) =>
      readsAllOf(model, author, dataCollectionId, filter) ? [] : [task.title],
    ),
  ]
}

function needOfColumn(name: string, env: DesignEnv, variables: ReturnType<typeof variablesAt>): Need[] {
  const { variable, column } = partsOfName(name)
  const held = column === null ? undefined : resolveName(variable, { env, variables })
  const dataCollectionId = held ? collectionOfVariable(held) : null
  if (dataCollectionId === null) return []
  const field = env.fieldsOf(dataCollectionId)?.find(({ columnName }) => columnName === column)
  if (!field) return []
  return [{ dataCollectionId, dataFieldId: field.id, permission: 'read_data_field_data', on: 'found' }]
}

function has(model: TeamModel, author: Caller, { dataCollectionId, dataFieldId, permission }: Need): boolean {
  const access = accessOf(model, author, dataCollectionId)
  if (!access) return false
  if (permission === 'delete_data_records') return access.deletable === 'all'
  if (dataFieldId === undefined) return access.updatable === 'all'
  const field = [...access.fields.values()].find((one) => one.field.id === dataFieldId)
  return permission === 'update_data_field_data' ? field?.update === 'all' : field?.read === 'all'
}

function nameOf(model: TeamModel, { dataCollectionId, dataFieldId }: Need): string {
  const field = dataFieldId === undefined ? undefined : model.fields.get(dataFieldId)
  return field?.title ?? model.collections.get(dataCollectionId)?.name ?? ''
}

/** Filters that select with the wizard's rights, and orders, which also tell about values. */
function filtersOf(
  model: TeamModel,
  settings: Record<string, unknown>,
): { dataCollectionId: number; filter: Filter }[] {
  const { dataCollectionId, filterTemplate, sort, capacity, dataViewToDisplayId } = settings
  const view = model.views.get(Number(dataViewToDisplayId))
  const counted = (capacity as { counted?: Filter | null } | null | undefined)?.counted
  const sorted = ((sort ?? []) as Sort).map(({ field }): Filter => ({ field, op: 'isNotEmpty' }))
  const ofCollection = [filterTemplate, counted, ...sorted].flatMap((filter) =>
    filter && typeof dataCollectionId === 'number' ? [{ dataCollectionId, filter: filter as Filter }] : [],
  )
  return view?.filter
    ? [...ofCollection, { dataCollectionId: view.dataCollectionId, filter: view.filter }]
    : ofCollection
}
