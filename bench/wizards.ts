/** Public wizards under load: a rush for a few places, and an attack of bots while people walk a wizard. */
import crypto from 'node:crypto'
import autocannon from 'autocannon'
import { p50, p99, type Result, times } from './load.ts'
import { createWizard, fieldIdsOf, proofs, type Started, Visitor } from './wizard-world.ts'
import { call, type World } from './world.ts'

export const wizardRushName = 'wizard rush, other requests p99'
export const wizardAttackName = 'wizard under attack, step p95'

const signUps = 200
const places = 120
const rushes = 5
/** Pause of a reader between two requests, in milliseconds. */
const readPause = 5

/**
 * The p99 of other requests while 200 people sign up for 120 places at once. `ratio` is the p99 without them divided by
 * that; the target is at least 0.33.
 */
export async function measureWizardRush(world: World, people: { id: number }): Promise<Result> {
  const ids = await fieldIdsOf(world, people.id)
  const path = `/teams/${world.teamId}/dataCollections/${people.id}/dataRecords/query`
  const read = async () => {
    const startedAt = performance.now()
    await call(world, 'POST', path, { limit: 50 })
    const ms = performance.now() - startedAt
    await pause(readPause)
    return ms
  }
  await times(200, read)
  const idle: number[] = []
  for (let n = 0; n < 500; n++) idle.push(await read())
  const busy: number[] = []
  let seconds = 0
  for (let rush = 0; rush < rushes; rush++) {
    const wizardId = await createWizard(world, `Bench rush ${rush}`, [
      {
        tasks: [
          {
            type: 'create_data_record',
            title: 'Sign-up',
            settings: {
              dataCollectionId: people.id,
              fields: [{ dataFieldId: ids.last_name, mode: 'ask' }],
              capacity: { max: places, counted: { field: 'last_name', op: 'is', value: `Rush ${rush}` } },
            },
          },
        ],
      },
    ])
    const visitors = Array.from({ length: signUps }, (_, n) => new Visitor(world, rush * signUps + n))
    const solved = await proofs(world, signUps)
    const started = await Promise.all(visitors.map((visitor, n) => visitor.start(wizardId, solved[n] ?? '')))
    const startedAt = performance.now()
    let isDone = false
    const signingUp = Promise.all(
      visitors.map((visitor, n) =>
        visitor.answer(started[n] as Started, {
          kind: 'form',
          items: [{ values: { last_name: `Rush ${rush}` } }],
        }),
      ),
    ).finally(() => {
      isDone = true
    })
    while (!isDone) busy.push(await read())
    const accepted = (await signingUp).filter(({ status }) => status === 200).length
    const full = (await signingUp).filter(({ status }) => status === 409).length
    seconds += (performance.now() - startedAt) / 1000
    if (accepted !== places || full !== signUps - places)
      throw new Error(`${accepted} got a place, ${full} did not`)
  }
  idle.sort((a, b) => a - b)
  busy.sort((a, b) => a - b)
  console.log(
    `wizard rush: ${signUps} sign-ups in ${(seconds / rushes).toFixed(1)} s; a first page meanwhile ` +
      `${p50(busy).toFixed(1)} ms (p50), ${p99(busy).toFixed(1)} ms (p99), ${(p99(busy) / p99(idle)).toFixed(1)} times ` +
      `that without (${p50(idle).toFixed(1)} and ${p99(idle).toFixed(1)} ms)`,
  )
  return {
    name: wizardRushName,
    ratio: p99(idle) / p99(busy),
    reqPerSec: (signUps * rushes) / seconds,
    p50: p50(busy),
    p99: p99(busy),
    baseline: { reqPerSec: 1000 / p50(idle), p50: p50(idle), p99: p99(idle) },
  }
}

const persons = 400
const botPosts = 10_000
const botsAtATime = 40
/** People begin within this time, and think before each answer, in milliseconds. */
const arrivalMs = 30_000
const thinkMs = 3000

/**
 * 400 people who walk a wizard, and 10,000 posts of bots at the same time. `ratio` is the p95 of an answer without all
 * of them divided by that of people's answers.
 *
 * @throws Error unless every person gets through and at least 99 % of the bots are refused
 */
export async function measureWizardAttack(world: World, people: { id: number }): Promise<Result> {
  const ids = await fieldIdsOf(world, people.id)
  const wizardId = await createWizard(world, 'Bench attack', [
    {
      tasks: [
        {
          type: 'create_temp_variable',
          title: 'Why',
          variable: 'why',
          settings: { tempVariableLabel: 'Why' },
        },
      ],
    },
    {
      isSavePoint: true,
      tasks: [
        {
          type: 'create_data_record',
          title: 'Sign-up',
          variable: 'guest',
          settings: {
            dataCollectionId: people.id,
            fields: ['last_name', 'first_name', 'city'].map((name) => ({
              dataFieldId: ids[name],
              mode: 'ask',
            })),
          },
        },
      ],
    },
    {
      tasks: [
        {
          type: 'display_formatted_text',
          title: 'Thanks',
          settings: { textToDisplayValue: '<p>Thanks for {{ why }}</p>' },
        },
      ],
    },
  ])
  const solved = await proofs(world, persons + idleWalks)
  const idle: number[] = []
  for (let n = 0; n < idleWalks; n++) {
    idle.push(...(await walk(new Visitor(world, 20_000 + n), wizardId, solved[persons + n] ?? '', 0)))
  }
  const steps: number[] = []
  const startedAt = performance.now()
  const target = await new Visitor(world, 30_000).start(wizardId, (await proofs(world, 1))[0] ?? '')
  const walking = Promise.all(
    Array.from({ length: persons }, async (_, n) => {
      await pause((n / persons) * arrivalMs)
      steps.push(...(await walk(new Visitor(world, n), wizardId, solved[n] ?? '', thinkMs)))
    }),
  )
  const [refused] = await Promise.all([attack(world, wizardId, target), walking])
  const seconds = (performance.now() - startedAt) / 1000
  idle.sort((a, b) => a - b)
  steps.sort((a, b) => a - b)
  console.log(
    `wizard under attack: all ${persons} people got through, ${refused} of ${botPosts} posts of bots were refused, in ` +
      `${seconds.toFixed(0)} s; an answer took ${p95(steps).toFixed(1)} ms (p95), and ${p95(idle).toFixed(1)} ms idle`,
  )
  if (refused < botPosts * 0.99) throw new Error('Too many bots were let in')
  return {
    name: wizardAttackName,
    ratio: p95(idle) / p95(steps),
    reqPerSec: (botPosts + persons * 4) / seconds,
    p50: p50(steps),
    p99: p99(steps),
    baseline: { reqPerSec: 1000 / p50(idle), p50: p50(idle), p99: p99(idle) },
  }
}

const idleWalks = 40

const p95 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.95)] ?? 0

/** From the start to the end. @returns milliseconds of each answer. @throws Error if the person does not get through */
async function walk(visitor: Visitor, wizardId: number, proof: string, think: number): Promise<number[]> {
  const started = await visitor.start(wizardId, proof)
  const answers = [
    { kind: 'value', value: 'fun' },
    { kind: 'form', items: [{ values: { last_name: 'Walker', first_name: 'Wanda', city: 'Springfield' } }] },
    { kind: 'text' },
  ]
  const taken: number[] = []
  for (const answer of answers) {
    await pause(Math.random() * think)
    const startedAt = performance.now()
    const response = await visitor.answer(started, answer)
    if (!response.ok) throw new Error(`A person was refused: ${response.status} ${await response.text()}`)
    started.screen = (await response.json()) as Started['screen']
    taken.push(performance.now() - startedAt)
  }
  if (started.screen.state !== 'done') throw new Error('A person did not get to the end')
  return taken
}

/**
 * Sends the posts as fast as they are answered, `botsAtATime` at a time.
 *
 * @returns how many posts were refused
 * @throws Error if the server fails
 */
async function attack(world: World, wizardId: number, target: Started): Promise<number> {
  const [used = ''] = await proofs(world, 1)
  await new Visitor(world, 31_000).start(wizardId, used)
  const { challenge } = JSON.parse(Buffer.from(used, 'base64').toString())
  const guess = () => ({
    counter: crypto.randomInt(1000),
    derivedKey: crypto.randomBytes(32).toString('hex'),
  })
  const forged = () => Buffer.from(JSON.stringify({ challenge, solution: guess() })).toString('base64')
  const { screen } = target
  const steps = `/wizardRuns/${screen.id}/steps/${screen.wizardStepId}`
  const runs = `/dataWizards/${wizardId}/runs`
  const answer = { stepToken: screen.stepToken, answer: { kind: 'value', value: 'spam' } }
  const kinds: (() => { path: string; body: object; key?: string })[] = [
    () => ({ path: runs, body: { proof: '' } }),
    () => ({ path: runs, body: { proof: forged() } }),
    () => ({ path: runs, body: { proof: used } }),
    () => ({ path: steps, body: answer, key: crypto.randomBytes(16).toString('hex') }),
    () => ({ path: steps, body: answer }),
    // One that has found a key, but fills in every field.
    () => ({ path: steps, body: { ...answer, website: 'https://spam.example' }, key: target.key }),
  ]
  let sent = 0
  const { '4xx': refused, '5xx': failed } = await autocannon({
    url: world.url,
    connections: botsAtATime,
    amount: botPosts,
    requests: [
      {
        method: 'POST',
        setupRequest: (request) => {
          const n = sent++
          const { path, body, key } = (kinds[n % kinds.length] as (typeof kinds)[number])()
          // Four posts from each network, so that it is not their number that gives them away.
          const bot = new Visitor(world, 2500 + Math.floor(n / 4))
          const headers = { ...bot.headers, ...(key === undefined ? {} : { 'x-run-key': key }) }
          return { ...request, path: bot.path + path, headers, body: JSON.stringify(body) }
        },
      },
    ],
  })
  if (failed > 0) throw new Error(`${failed} posts of bots got an error of the server`)
  return refused
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
