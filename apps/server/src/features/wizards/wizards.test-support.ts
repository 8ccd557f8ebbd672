/** Wizards for tests, stored as the builder stores them. */
import type { DefinedStep, DefinedTask, WizardDefinition } from '@muster/contract/wizards/definition'
import type { TestDeps } from '../../../test/test-deps.ts'
import { one, sql } from '../../platform/db.ts'

export type DraftTask = Pick<DefinedTask, 'type'> & Partial<Omit<DefinedTask, 'id'>>
export type DraftStep = Partial<Omit<DefinedStep, 'id' | 'tasks'>> & { tasks: DraftTask[] }
export interface DraftWizard
  extends Partial<Omit<WizardDefinition, 'dataWizardId' | 'steps' | 'boundDataCollectionIds'>> {
  steps: DraftStep[]
}

export interface InsertedWizard {
  id: number
  stepIds: number[]
  taskIds: number[]
}

let count = 0

export async function insertWizard(
  { pool }: TestDeps,
  teamId: number,
  { name = `Wizard ${++count}`, steps, ...settings }: DraftWizard,
): Promise<InsertedWizard> {
  const { id } = (await one<{ id: number }>(
    pool,
    sql`insert into muster.data_wizard (team_id, name, settings)
        values (${teamId}, ${name}, ${JSON.stringify(settings)}) returning id`,
  ))!
  const inserted: InsertedWizard = { id, stepIds: [], taskIds: [] }
  await insertSteps({ pool }, teamId, inserted, steps)
  return inserted
}

export async function insertSteps(
  { pool }: Pick<TestDeps, 'pool'>,
  teamId: number,
  inserted: InsertedWizard,
  steps: readonly DraftStep[],
): Promise<void> {
  for (const [n, { tasks, ...step }] of steps.entries()) {
    const stepSettings = { title: `Step ${n + 1}`, ...step }
    const row = (await one<{ id: number }>(
      pool,
      sql`insert into muster.wizard_step (team_id, data_wizard_id, execution_rank, settings)
          values (${teamId}, ${inserted.id}, ${n + 1}, ${JSON.stringify(stepSettings)}) returning id`,
    ))!
    inserted.stepIds.push(row.id)
    for (const [k, { type, ...task }] of tasks.entries()) {
      const taskSettings = { title: `Task ${k + 1}`, ...task }
      const added = (await one<{ id: number }>(
        pool,
        sql`insert into muster.wizard_step_task (team_id, wizard_step_id, type, execution_rank, settings)
            values (${teamId}, ${row.id}, ${type}, ${k + 1}, ${JSON.stringify(taskSettings)}) returning id`,
      ))!
      inserted.taskIds.push(added.id)
    }
  }
}

export async function linkTo(
  { pool }: TestDeps,
  teamId: number,
  dataWizardId: number,
  dataCollectionId: number,
  fields: { email?: number; sms?: number } = {},
): Promise<number> {
  const row = (await one<{ id: number }>(
    pool,
    sql`insert into muster.external_access_link (team_id, data_wizard_id, data_collection_id, email_field_id, sms_field_id)
        values (${teamId}, ${dataWizardId}, ${dataCollectionId}, ${fields.email ?? null}, ${fields.sms ?? null})
        returning id`,
  ))!
  return row.id
}
