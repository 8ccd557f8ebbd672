/**
 * A visitor's answer with a save point: what the engine takes for it, against the very statements that it sends to the
 * database, sent by hand with `pg`. `ratio` is the time of the statements divided by that of the engine; the target is at
 * least 0.5.
 */
import { designHolders } from '@muster/server/src/design-holders.ts'
import { Models } from '@muster/server/src/engine/model/models.ts'
import type { Deps } from '@muster/server/src/engine/public.ts'
import { RunService } from '@muster/server/src/features/wizards/runs/runs.service.ts'
import { createPool } from '@muster/server/src/platform/db.ts'
import { Live } from '@muster/server/src/platform/live.ts'
import { createLogger } from '@muster/server/src/platform/log.ts'
import type pg from 'pg'
import { p50, p99, type Result } from './load.ts'
import { person, random } from './people.ts'
import { createWizard, fieldIdsOf } from './wizard-world.ts'
import type { World } from './world.ts'

export const wizardStepName = 'wizard step'

const rounds = 400
const warmUps = 100
const columns = ['last_name', 'first_name', 'email', 'city', 'birthday', 'score']

export async function measureWizardStep(world: World, people: { id: number }): Promise<Result> {
  const ids = await fieldIdsOf(world, people.id)
  const wizardId = await createWizard(world, 'Bench step', [
    {
      isSavePoint: true,
      tasks: [
        {
          type: 'create_data_record',
          title: 'Sign-up',
          variable: 'guest',
          settings: {
            dataCollectionId: people.id,
            fields: columns.map((name) => ({ dataFieldId: ids[name], mode: 'ask' })),
          },
        },
      ],
    },
    {
      tasks: [
        {
          type: 'display_formatted_text',
          title: 'Thanks',
          settings: { textToDisplayValue: '<p>Thank you, {{ guest.first_name }}</p>' },
        },
      ],
    },
  ])
  const pool = createPool(world.databaseUrl, { max: 1 })
  const log = createLogger('error')
  const live = new Live({ pool, url: world.databaseUrl, log })
  await live.start()
  const models = new Models(pool, live, { holders: designHolders })
  const runs = new RunService({ pool, live, log, models } as Deps)
  const next = random(5)
  const answer = (n: number) => {
    const all = person(next, 5_000_000 + n) as Record<string, unknown>
    return {
      kind: 'form' as const,
      items: [{ values: Object.fromEntries(columns.map((name) => [name, all[name]])) }],
    }
  }
  const start = () =>
    runs.startPublic(world.teamId, wizardId, {
      language: 'en',
      prefill: {},
      boundRecordId: null,
      isProven: false,
      tokenHash: null,
    })
  const step = async (n: number) => {
    const { key, screen } = await start()
    const body = { stepToken: screen.stepToken ?? '', answer: answer(n) }
    return () => runs.advance({ teamId: world.teamId, key }, screen.id, body)
  }
  try {
    const engine: number[] = []
    const byHand: number[] = []
    let count = 0
    for (let n = 0; n < warmUps + rounds; n++) {
      const byEngine = await step(2 * n)
      const engineMs = await timed(byEngine)
      const statements = await recorded(pool, await step(2 * n + 1))
      const handMs = await timed(() => sendAll(pool, statements))
      count = statements.length
      if (n < warmUps) continue
      engine.push(engineMs)
      byHand.push(handMs)
    }
    engine.sort((a, b) => a - b)
    byHand.sort((a, b) => a - b)
    const times = p50(engine) / p50(byHand)
    console.log(
      `${wizardStepName}: ${times.toFixed(2)} times its ${count} statements sent by hand ` +
        `(${p50(engine).toFixed(2)} and ${p50(byHand).toFixed(2)} ms)`,
    )
    return { name: wizardStepName, ratio: 1 / times, ...measured(engine), baseline: measured(byHand) }
  } finally {
    await live.stop()
    await pool.end()
  }
}

const measured = (sorted: readonly number[]) => ({
  reqPerSec: 1000 / p50(sorted),
  p50: p50(sorted),
  p99: p99(sorted),
})

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

type Sent = Parameters<pg.PoolClient['query']>

/** What work sends to the database, whose transactions are rolled back. */
async function recorded(pool: pg.Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const client = await pool.connect()
  const own = client.query
  client.query = ((...args: unknown[]) => {
    sent.push(args as never)
    return Reflect.apply(own, client, args[0] === 'commit' ? ['rollback'] : args)
  }) as never
  // The pool has one connection, which the work gets.
  client.release()
  try {
    await work()
  } finally {
    client.query = own
  }
  return sent
}

async function sendAll(pool: pg.Pool, statements: readonly Sent[]): Promise<void> {
  const client = await pool.connect()
  for (const args of statements) await Reflect.apply(client.query, client, args)
  client.release()
}
