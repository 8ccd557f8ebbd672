/** Shared setup and helpers for tests of public wizards: visitors with addresses, proofs and keys. */
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { deps, inAnApp, people, team, visitor, world } from '../../../../test/in-a-world.ts'
import { createRecord } from '../../../engine/public.ts'
import { type DraftWizard, insertWizard, linkTo } from '../wizards.test-support.ts'
import { publicWizardsRoutes } from './public-wizards.routes.ts'

/** Call once per test file. */
export const withPublicApp = () =>
  inAnApp((all) => (bindTo) => bindTo(publicWizardsApi, publicWizardsRoutes(all)))

let callers = 0

/** A new network for each caller, because limits count by network. */
export const from = () => ({
  remoteAddress: `10.${Math.floor(++callers / 250)}.${callers % 250}.9`,
})

/** A public wizard that asks for a name and creates a person with it. */
export async function aWizard(draft: Partial<DraftWizard> = {}): Promise<number> {
  const fields = [{ dataFieldId: people.name!, mode: 'ask' }]
  const { id } = await insertWizard(deps, world.team.teamId, {
    isPublic: true,
    steps: [
      {
        tasks: [
          {
            type: 'create_data_record',
            variable: 'guest',
            settings: { dataCollectionId: world.people, fields },
          },
        ],
      },
    ],
    ...draft,
  })
  return id
}

/** A public wizard that verifies addresses of people and binds them. */
export async function aVerifiedWizard(draft: Partial<DraftWizard> = {}): Promise<number> {
  const id = await aWizard({ externalAccessBy: 'email_or_sms', ...draft })
  await linkTo(deps, world.team.teamId, id, world.people, { email: people.email!, sms: people.phone! })
  return id
}

export async function aPerson(values: Record<string, unknown>): Promise<number> {
  const text = await createRecord(deps, await world.context(world.team.admin.teamUser), { values })
  return (JSON.parse(text) as { record: { id: number } }).record.id
}

export const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** A challenge with its solution, as `proof` takes it. */
export async function aProof(): Promise<string> {
  const challenge = (await visitor.ok(publicWizardsApi.challenge, from())) as unknown as Challenge
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

export const at = (dataWizardId: number) => ({ ...team(), dataWizardId })

export const startOf = async (dataWizardId: number, body: object = {}, extras: object = {}) =>
  visitor.call(publicWizardsApi.start, {
    params: at(dataWizardId),
    body: { proof: await aProof(), ...body },
    ...from(),
    ...extras,
  })

export async function started(dataWizardId: number): Promise<{ key: string; screen: RunScreen }> {
  const { body, raw } = await startOf(dataWizardId)
  if (raw.statusCode !== 200) throw new Error(raw.body)
  return body
}

/** The answer to the question of `aWizard`. */
export const named = (values: { name: string; papers?: string[] }): Answer => ({
  kind: 'form',
  items: [{ values }],
})

export const runAt = ({ id, wizardStepId }: RunScreen) => ({
  ...team(),
  wizardRunId: id,
  wizardStepId: wizardStepId ?? 1,
})
export const withKey = (key: string) => ({ headers: { 'x-run-key': key }, ...from() })

/** The record that a run is bound to, and whether its visitor is proven. */
export async function bindingOf(runId: number): Promise<{ boundRecordId: number | null; isProven: boolean }> {
  const { schema } = await world.model()
  const { rows } = await deps.pool.query(
    `select bound_record_id as "boundRecordId", is_proven as "isProven" from ${schema}.wizard_run where id = $1`,
    [runId],
  )
  return rows[0]
}
