/** "Save and come back": a mailed link leads back to a run, and only that. */
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { beforeAll, expect, test } from 'vitest'
import { deps, people, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { authTasks } from '../../auth/auth.jobs.ts'
import { linkTo } from '../wizards.test-support.ts'
import {
  aPerson,
  aWizard,
  from,
  named,
  runAt,
  started,
  withKey,
  withPublicApp,
} from './public-wizards.test-support.ts'
import { signRunToken, signToken } from './tokens.ts'

withPublicApp()
withWorld()

let wizard: number
beforeAll(async () => {
  const ask = (settings: Record<string, unknown>) => ({ type: 'create_data_record' as const, settings })
  const fields = [{ dataFieldId: people.name!, mode: 'ask' }]
  const person = { dataCollectionId: world.people, fields }
  wizard = await aWizard({
    name: 'Sign-up',
    availableLanguages: ['en', 'fr'],
    nameTranslations: { fr: 'Inscription' },
    abandonAfterHours: 72,
    steps: [{ tasks: [ask(person), ask(person)] }],
  })
})

const send = (run: { key: string; screen: RunScreen }, address?: string) =>
  visitor.call(publicWizardsApi.sendLink, {
    params: runAt(run.screen),
    body: address === undefined ? {} : { address },
    ...withKey(run.key),
  })
const mailsTo = async (address: string) => {
  await deps.runJobs(authTasks(deps))
  return deps.mails.filter(({ to }) => to === address)
}
const tokenIn = ({ text }: { text: string }) => /\/AuthPublicDataWizard\/(\S+)/.exec(text)![1]!
const get = (token: string) =>
  visitor.call(publicWizardsApi.getByToken, { params: { token }, query: { language: 'en' }, ...from() })
const open = (token: string) =>
  visitor.call(publicWizardsApi.startByToken, { params: { token }, body: {}, ...from() })
const look = ({ key, screen }: { key: string; screen: RunScreen }) =>
  visitor.call(publicWizardsApi.getRun, { params: runAt(screen), ...withKey(key) })

/** A run whose first question is answered, in French. */
async function half() {
  const run = await started(wizard)
  const screen = await visitor.ok(publicWizardsApi.advance, {
    params: runAt(run.screen),
    body: { stepToken: run.screen.stepToken!, answer: named({ name: 'Ada' }), language: 'fr' },
    ...withKey(run.key),
  })
  return { key: run.key, screen }
}
const tokenOf = ({ screen }: { screen: RunScreen }, more: object = {}, secret = deps.config.secret) =>
  signRunToken(secret, {
    teamId: world.team.teamId,
    runId: screen.id,
    expiresAt: Date.now() + 3_600_000,
    ...more,
  })

test('a mail in the run’s language leads back to its step, on another device', async () => {
  const run = await half()
  expect((await send(run)).body).toEqual({ isSent: false })
  expect((await send(run, 'ada@example.org')).body).toEqual({ isSent: true })
  const [mail, ...others] = await mailsTo('ada@example.org')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ language: 'fr', subject: 'Continuer : Inscription' })
  expect(mail!.text).toMatch(/pendant 3\sjours/)
  const token = tokenIn(mail!)

  // Scanners of mail follow links: looking changes nothing.
  for (let n = 0; n < 3; n++) {
    expect((await get(token)).body).toMatchObject({
      id: wizard,
      name: 'Inscription',
      language: 'fr',
      isUsed: false,
      goesOn: true,
    })
  }
  expect((await look(run)).status).toBe(200)
  const { body } = await open(token)
  expect(body.screen).toMatchObject({ id: run.screen.id, language: 'fr', stepToken: run.screen.stepToken })
  expect((await look(run)).status).toBe(404)
  const done = await visitor.ok(publicWizardsApi.advance, {
    params: runAt(body.screen),
    body: { stepToken: body.screen.stepToken!, answer: named({ name: 'Grace' }) },
    ...withKey(body.key),
  })
  expect(done.state).toBe('done')
  expect((await get(token)).body).toMatchObject({ isUsed: true, goesOn: true })
  expect((await open(token)).problem?.code).toBe('link_used')
})

test('who has proven who they are gets it at the address in their record, whatever is typed', async () => {
  const own = await aWizard({ isPublic: false, externalAccessBy: 'link', name: 'Your data' })
  const linkId = await linkTo(deps, world.team.teamId, own, world.people, { email: people.email! })
  const dataRecordId = await aPerson({ name: 'Lise', email: 'lise@example.org' })
  const expiresAt = Date.now() + 3_600_000
  const personal = signToken(deps.config.secret, {
    teamId: world.team.teamId,
    linkId,
    generation: 1,
    dataRecordId,
    expiresAt,
  })
  const { body: run } = await open(personal)
  const { body, raw } = await send(run, 'someone.else@example.org')
  expect(body).toEqual({ isSent: true })
  expect(raw.body).not.toContain('lise')
  expect(await mailsTo('someone.else@example.org')).toEqual([])
  const [mail] = await mailsTo('lise@example.org')
  expect((await open(tokenIn(mail!))).body.screen.id).toBe(run.screen.id)
})

test('the answer is the same for known and unknown addresses', async () => {
  await aPerson({ name: 'Known', email: 'known@example.org' })
  const bodies = await Promise.all(
    ['known@example.org', 'unknown@example.org'].map(
      async (address) => (await send(await half(), address)).raw.body,
    ),
  )
  expect(bodies[0]).toBe(bodies[1])
})

test('forged and expired links lead nowhere, and neither do those of runs that have ended', async () => {
  const run = await half()
  const token = tokenOf(run)
  const forged = [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.replace(/^r1/, 'v1'),
    token.replace(/^(r1\.\w+\.)(\w+)/, '$1zzzz'),
    tokenOf(run, {}, 'another secret'),
    'r1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  ]
  for (const one of forged) {
    expect([(await get(one)).problem?.code, (await open(one)).problem?.code]).toEqual([
      'not_found',
      'not_found',
    ])
  }
  const expired = tokenOf(run, { expiresAt: Date.now() - 2000 })
  const unknown = tokenOf(run, { runId: 999_999_999 })
  for (const one of [expired, unknown]) {
    expect([(await get(one)).problem?.code, (await open(one)).problem?.code]).toEqual([
      'link_expired',
      'link_expired',
    ])
  }
  await visitor.ok(publicWizardsApi.cancel, { params: runAt(run.screen), ...withKey(run.key) })
  expect((await open(token)).problem?.code).toBe('link_expired')
  expect((await send(run, 'ada@example.org')).problem?.code).toBe('run_ended')
})

test('only who has the run’s key sends mails, to an address, and not many', async () => {
  const run = await half()
  expect((await send({ ...run, key: '0'.repeat(32) }, 'a@example.org')).status).toBe(404)
  const wrong = await send(run, 'no address')
  expect(wrong.problem).toMatchObject({ code: 'validation_failed', errors: [{ path: 'address' }] })
  const ofRun = await Promise.all(Array.from({ length: 8 }, (_, n) => send(run, `person${n}@example.org`)))
  expect(ofRun.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  // With codes, an address gets five in an hour.
  const runs = await Promise.all(Array.from({ length: 7 }, half))
  const toOne = await Promise.all(runs.map((one) => send(one, 'flooded@example.org')))
  expect(toOne.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(await mailsTo('flooded@example.org')).toHaveLength(5)
})
