/** Two server processes on one database: 200 visitors want the last 120 places at the same moment. */
import type { Language } from '@muster/contract/paging'
import { recordsApi } from '@muster/contract/records/records.api'
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deps, people, team, withWorld, world } from '../../../../test/in-a-world.ts'
import {
  type BuiltProgram,
  buildMuster,
  type MusterProcess,
  startMuster,
} from '../../../../test/muster-process.ts'
import { ident, one, sql } from '../../../platform/db.ts'
import { aWizard, named, runAt, withPublicApp } from '../public/public-wizards.test-support.ts'
import { quickProof } from '../public/quick-proof.test-support.ts'

withPublicApp()
withWorld()

const visitors = 200
const places = 120
const languages = ['en', 'es', 'fr'] as const satisfies readonly Language[]
const full: Record<Language, string> = { en: 'The camp is full', es: 'No quedan plazas', fr: 'Complet' }

let built: BuiltProgram
let processes: MusterProcess[]
beforeAll(async () => {
  built = await buildMuster()
  processes = await Promise.all([startMuster(deps, built.main), startMuster(deps, built.main)])
}, 600_000)
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()))
  built.remove()
})

interface Visitor {
  process: MusterProcess
  language: Language
  /** Limits count by network. */
  headers: Record<string, string>
}

const visitorOf = (n: number): Visitor => ({
  process: processes[n % processes.length]!,
  language: languages[n % languages.length]!,
  headers: { 'x-forwarded-for': `10.9.${n}.1` },
})

async function start({ process, language, headers }: Visitor, dataWizardId: number) {
  const { status, body } = await process.call(publicWizardsApi.start, {
    params: { ...team(), dataWizardId },
    body: { language, proof: await quickProof({ pool: deps.pool, secret: deps.config.secret }) },
    headers,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function signUp(visitor: Visitor, { key, screen }: Awaited<ReturnType<typeof start>>, n: number) {
  const answer = await visitor.process.call(publicWizardsApi.advance, {
    params: runAt(screen),
    body: { stepToken: screen.stepToken!, answer: named({ name: `Visitor ${n}` }) },
    headers: { ...visitor.headers, 'x-run-key': key },
  })
  return { ...visitor, ...answer }
}

/** Reads the first page through a process, over and over, until the work is done. @returns the statuses */
async function readMeanwhile(process: MusterProcess, work: Promise<unknown>): Promise<Set<number>> {
  const statuses = new Set<number>()
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { status } = await process.call(recordsApi.query, {
      params: { ...team(), dataCollectionId: world.people },
      body: { limit: 20 },
      headers: { cookie: world.team.admin.cookie },
    })
    statuses.add(status)
  }
  await done
  return statuses
}

test(`${visitors} sign up for ${places} places: exactly ${places} get one, the others read that it is full`, async () => {
  const id = await aWizard({
    availableLanguages: [...languages],
    steps: [
      {
        tasks: [
          {
            type: 'create_data_record',
            settings: {
              dataCollectionId: world.people,
              fields: [{ dataFieldId: people.name!, mode: 'ask' }],
              capacity: { max: places, fullText: full.en, fullTextTranslations: full },
            },
          },
        ],
      },
    ],
  })
  const everybody = Array.from({ length: visitors }, (_, n) => visitorOf(n))
  const runs = await Promise.all(everybody.map((visitor) => start(visitor, id)))
  const signingUp = Promise.all(everybody.map((visitor, n) => signUp(visitor, runs[n]!, n)))
  const reads = await Promise.all(processes.map((process) => readMeanwhile(process, signingUp)))
  expect(reads).toEqual([new Set([200]), new Set([200])])

  const answers = await signingUp
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused).toHaveLength(visitors - places)
  for (const { problem, language, status } of refused) {
    expect({ status, code: problem?.code }).toEqual({ status: 409, code: 'wizard_full' })
    expect(problem?.params).toMatchObject({ text: full[language], left: 0 })
  }
  const { schema } = world.team
  const stored = await one<{ records: number; names: number; done: number; waiting: number }>(
    deps.pool,
    sql`select (select count(*) from ${ident(schema, 'data_record')} where data_collection_id = ${world.people}) as records,
          (select count(distinct name) from ${ident(schema, 'data_record')} where data_collection_id = ${world.people}) as names,
          count(*) filter (where state = 'done') as done, count(*) filter (where state = 'waiting') as waiting
        from ${ident(schema, 'wizard_run')} where data_wizard_id = ${id}`,
  )
  expect(stored).toEqual({ records: places, names: places, done: places, waiting: visitors - places })

  // Those who were too late still have their run: a place that becomes free is for the first who sends again.
  const freed = await one<{ id: number }>(
    deps.pool,
    sql`select max(id) as id from ${ident(schema, 'data_record')} where data_collection_id = ${world.people}`,
  )
  await processes[0]!.call(recordsApi.remove, {
    params: { ...team(), dataRecordId: freed!.id },
    headers: { cookie: world.team.admin.cookie },
  })
  const late = answers.flatMap(({ status }, n) => (status === 409 ? [n] : []))
  const again = await Promise.all(
    late.map((n) => signUp({ ...everybody[n]!, process: processes[(n + 1) % 2]! }, runs[n]!, n)),
  )
  expect(again.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(again.filter(({ problem }) => problem?.code === 'wizard_full')).toHaveLength(visitors - places - 1)
}, 600_000)
