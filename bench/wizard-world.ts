/** Public wizards for measurements, and visitors who walk them. */
import { quickProof } from '@muster/server/src/features/wizards/public/quick-proof.test-support.ts'
import { createPool } from '@muster/server/src/platform/db.ts'
import { call, type World } from './world.ts'

export interface Task {
  type: string
  title: string
  variable?: string
  settings: Record<string, unknown>
}

export interface Step {
  isSavePoint?: boolean
  tasks: Task[]
}

/** @returns its id */
export async function createWizard(world: World, name: string, steps: readonly Step[]): Promise<number> {
  const base = `/teams/${world.teamId}`
  const { id } = await call<{ id: number }>(world, 'POST', `${base}/dataWizards`, { name })
  await call(world, 'PUT', `${base}/dataWizards/${id}`, { isPublic: true })
  for (const [n, { tasks, isSavePoint = false }] of steps.entries()) {
    const { steps: made } = await call<{ steps: { id: number }[] }>(
      world,
      'POST',
      `${base}/dataWizards/${id}/steps`,
      { title: `Step ${n + 1}`, isSavePoint },
    )
    const step = made.at(-1)?.id
    for (const task of tasks) await call(world, 'POST', `${base}/wizardSteps/${step}/tasks`, task)
  }
  const { problems } = await call<{ problems: object[] }>(world, 'GET', `${base}/dataWizards/${id}`)
  if (problems.length > 0) throw new Error(`The wizard has problems: ${JSON.stringify(problems)}`)
  return id
}

/** Fields of a collection by column name. */
export async function fieldIdsOf(world: World, dataCollectionId: number): Promise<Record<string, number>> {
  const { DataFields } = await call<{ DataFields: { id: number; columnName: string }[] }>(
    world,
    'GET',
    `/teams/${world.teamId}/dataCollections/${dataCollectionId}`,
  )
  return Object.fromEntries(DataFields.map(({ id, columnName }) => [columnName, id]))
}

/** Proofs of work for starts. */
export async function proofs({ databaseUrl, secret }: World, count: number): Promise<string[]> {
  const pool = createPool(databaseUrl, { max: 2 })
  const made: string[] = []
  for (let n = 0; n < count; n++) made.push(await quickProof({ pool, secret }))
  await pool.end()
  return made
}

export interface Screen {
  id: number
  wizardStepId: number | null
  stepToken: string | null
  state: string
}

export interface Started {
  key: string
  screen: Screen
}

/** The n-th visitor, from a network of their own. */
export class Visitor {
  /** Of the team's public endpoints. */
  readonly path: string
  readonly headers: Record<string, string>
  private readonly url: string

  constructor(world: World, n: number) {
    this.path = `/api/public/teams/${world.teamId}`
    this.url = world.url + this.path
    const address = `10.${100 + Math.floor(n / 250)}.${n % 250}.7`
    this.headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.url + path, {
      method: 'POST',
      headers: { ...this.headers, ...headers },
      body: JSON.stringify(body),
    })
  }

  async start(dataWizardId: number, proof: string): Promise<Started> {
    const response = await this.post(`/dataWizards/${dataWizardId}/runs`, { proof })
    if (!response.ok) throw new Error(`start: ${response.status} ${await response.text()}`)
    return (await response.json()) as Started
  }

  answer({ key, screen }: Started, answer: unknown): Promise<Response> {
    return this.post(
      `/wizardRuns/${screen.id}/steps/${screen.wizardStepId ?? 1}`,
      { stepToken: screen.stepToken, answer },
      { 'x-run-key': key },
    )
  }
}
