/** Wizards: created, changed, copied, deleted. Every change raises the wizard's version. */
import { AppError } from '@muster/contract/errors'
import { wizardDefaults } from '@muster/contract/wizards/defaults'
import type { CreateWizard, DataWizard, UpdateWizard } from '@muster/contract/wizards/wizards.schema'
import { changeModel, cleanHtml, type Deps, invalid, type TeamModel } from '../../engine/public.ts'
import { type AuditValues, audit, auditAll } from '../../platform/audit.ts'
import { type Transaction, transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { closeAutomaticOf } from '../messages/public.ts'
import { viewFor } from '../views/public.ts'
import { checkAuthor } from './check-author.ts'
import { definitionOf } from './definition-of.ts'
import { designIds, readWizard, type StoredWizard } from './definitions.repo.ts'
import { designEnv } from './design-env.ts'
import { presentWizard } from './present-wizard.ts'
import { wizardOfForm } from './wizard-of-form.ts'
import {
  cancelRuns,
  deletePermissions,
  deleteWizard,
  insertStep,
  insertTask,
  insertWizard,
  touchWizard,
  updateWizardRow,
} from './wizards.repo.ts'

export type WizardDeps = Pick<Deps, 'pool' | 'models' | 'config' | 'live'>

/** @throws AppError not_found */
export async function getWizard(
  { pool, models }: WizardDeps,
  teamId: number,
  id: number,
): Promise<DataWizard> {
  const model = await models.get(teamId)
  const stored = await readWizard(pool, teamId, id)
  if (!stored) throw new AppError('not_found')
  return presentWizard(pool, model, stored)
}

/** @throws AppError name_taken; not_found for the wizard to copy and the form; validation_failed */
export async function createWizard(
  deps: WizardDeps,
  teamUser: TeamUser,
  { copyOfDataWizardId, formOfDataViewId, name, ...input }: CreateWizard,
): Promise<DataWizard> {
  const { teamId } = teamUser
  const model = await deps.models.get(teamId)
  if (copyOfDataWizardId !== undefined && formOfDataViewId !== undefined)
    throw invalid('formOfDataViewId', 'invalid')
  const form =
    formOfDataViewId === undefined ? null : wizardOfForm(model, viewFor(model, teamUser, formOfDataViewId))
  const id = await transaction(deps.pool, async (client) => {
    const source = copyOfDataWizardId === undefined ? null : await stored(client, teamId, copyOfDataWizardId)
    const made = await insertWizard(client, teamId, name, {
      ...languagesOf(model),
      ...source?.settings,
      ...(source ? {} : input),
      ...form?.settings,
    })
    if (source) await copySteps(client, teamId, source, made)
    if (form) {
      const stepId = await insertStep(client, teamId, made, form.step)
      await insertTask(client, teamId, stepId, form.task.type, form.task.settings)
    }
    await checkStored(client, model, teamUser, made, null)
    await audit(client, entryOf(teamId, made, name, 'created', {}, { name }))
    return made
  })
  return getWizard(deps, teamId, id)
}

/** A new wizard speaks the team's languages. */
function languagesOf({ defaultDataLanguage, dataLanguages }: TeamModel) {
  const own = dataLanguages.length > 0 ? [...dataLanguages] : [defaultDataLanguage]
  return {
    defaultDataLanguage,
    interfaceLanguage: defaultDataLanguage,
    availableLanguages: own.includes(defaultDataLanguage) ? own : [defaultDataLanguage, ...own],
  }
}

async function copySteps(
  client: Transaction,
  teamId: number,
  source: StoredWizard,
  id: number,
): Promise<void> {
  for (const { settings, tasks } of source.steps) {
    const stepId = await insertStep(client, teamId, id, settings)
    for (const task of tasks) await insertTask(client, teamId, stepId, task.type, task.settings)
  }
}

async function stored(client: Transaction, teamId: number, id: number): Promise<StoredWizard> {
  const found = await readWizard(client, teamId, id)
  if (!found) throw new AppError('not_found')
  return found
}

/**
 * Changes a wizard, or something in it, with its row locked.
 *
 * @throws AppError not_found
 */
export async function changeWizard(
  deps: WizardDeps,
  teamId: number,
  id: number,
  change: (client: Transaction, wizard: StoredWizard, model: TeamModel) => Promise<unknown>,
): Promise<DataWizard> {
  const model = await deps.models.get(teamId)
  await transaction(deps.pool, async (client) => {
    const wizard = await readWizard(client, teamId, id, { lock: true })
    if (!wizard) throw new AppError('not_found')
    await change(client, wizard, model)
    await touchWizard(client, teamId, id)
  })
  return getWizard(deps, teamId, id)
}

/**
 * Changes what a wizard does, which must not give it more than its author has.
 *
 * @throws AppError not_found, validation_failed
 */
export function changeDefinition(
  deps: WizardDeps,
  author: TeamUser,
  id: number,
  change: (client: Transaction, wizard: StoredWizard, model: TeamModel) => Promise<unknown>,
): Promise<DataWizard> {
  return changeWizard(deps, author.teamId, id, async (client, wizard, model) => {
    await change(client, wizard, model)
    await checkStored(client, model, author, id, wizard)
  })
}

/** @param before null for a new wizard */
async function checkStored(
  client: Transaction,
  model: TeamModel,
  author: TeamUser,
  id: number,
  before: StoredWizard | null,
): Promise<void> {
  const after = await stored(client, model.teamId, id)
  const env = designEnv(model, await designIds(client, model.teamId))
  checkAuthor(model, author, env, before && definitionOf(before), definitionOf(after))
}

/** @throws AppError not_found, name_taken, version_conflict, validation_failed */
export function updateWizard(
  deps: WizardDeps,
  teamUser: TeamUser,
  id: number,
  { version, name, ...settings }: UpdateWizard,
): Promise<DataWizard> {
  const { teamId } = teamUser
  return changeDefinition(deps, teamUser, id, async (client, wizard) => {
    if (version !== undefined && version !== wizard.version) {
      throw new AppError('version_conflict', { params: { version: wizard.version } })
    }
    const cleaned = withCleanTexts(settings)
    await updateWizardRow(client, teamId, id, name, cleaned)
    const before = { ...wizardDefaults, ...wizard.settings, name: wizard.name }
    const after = { ...before, ...cleaned, name: name ?? wizard.name }
    await audit(client, entryOf(teamId, id, after.name, 'updated', before, after))
  })
}

/** Texts that are shown as HTML. */
const htmlTexts = ['thankYouText', 'closedText'] as const

function withCleanTexts(settings: Omit<UpdateWizard, 'version' | 'name'>): Record<string, unknown> {
  const cleaned: Record<string, unknown> = { ...settings }
  for (const key of htmlTexts) {
    if (typeof cleaned[key] === 'string') cleaned[key] = cleanHtml(cleaned[key] as string)
    const translations = cleaned[`${key}Translations`] as Record<string, string> | undefined
    if (translations) cleaned[`${key}Translations`] = cleanAll(translations)
  }
  return cleaned
}

export const cleanAll = (translations: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(translations).map(([language, text]) => [language, cleanHtml(text)]))

/**
 * Roles lose the permission to run it, which the team's model has.
 *
 * @throws AppError not_found
 */
export async function removeWizard(deps: Deps, { teamId }: TeamUser, id: number): Promise<{ id: number }> {
  const roles = await changeModel(deps, teamId, async ({ client, model }) => {
    const wizard = await readWizard(client, teamId, id, { lock: true })
    if (!wizard) throw new AppError('not_found')
    await deleteWizard(client, teamId, id)
    await cancelRuns(client, model.schema, id)
    const tasks = wizard.steps.flatMap((step) => step.tasks)
    await closeAutomaticOf(
      client,
      teamId,
      tasks.map((task) => task.id),
    )
    const changed = await deletePermissions(client, teamId, id)
    await audit(client, entryOf(teamId, id, wizard.name, 'deleted', { name: wizard.name }, undefined))
    await auditAll(
      client,
      changed.map((role) => ({
        teamId,
        subject: 'user_role' as const,
        subjectId: role.id,
        name: role.name,
        action: 'updated' as const,
        before: { dataWizard: wizard.name },
        after: { dataWizard: null },
      })),
    )
    return changed
  })
  for (const { id: userRoleId } of roles) {
    await deps.live.changed(teamId, { kind: 'permissions', of: { userRoleId } })
  }
  return { id }
}

export function entryOf(
  teamId: number,
  id: number,
  name: string,
  action: 'created' | 'updated' | 'deleted',
  before: AuditValues,
  after: AuditValues | undefined,
) {
  const values = action === 'created' ? { after: after ?? {} } : after ? { before, after } : { before }
  return { teamId, subject: 'data_wizard' as const, subjectId: id, name, action, ...values }
}
