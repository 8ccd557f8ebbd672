import crypto from 'node:crypto'
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { beforeAll, describe, expect, test } from 'vitest'
import { deps, people, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { run, sql } from '../../../platform/db.ts'
import { linkTo } from '../wizards.test-support.ts'
import {
  aPerson,
  aWizard,
  bindingOf,
  from,
  named,
  runAt,
  withKey,
  withPublicApp,
} from './public-wizards.test-support.ts'
import { type PersonalToken, signToken, verifyToken } from './tokens.ts'

withPublicApp()
withWorld()

let wizard: number
let linkId: number
let ada: number
beforeAll(async () => {
  // Not public: only those with a link may run it.
  wizard = await aWizard({ isPublic: false, externalAccessBy: 'link', name: 'Your data' })
  linkId = await linkTo(deps, world.team.teamId, wizard, world.people, { email: people.email! })
  ada = await aPerson({ name: 'Ada' })
})

const day = 24 * 60 * 60 * 1000
let moments = 0
/** A new token each time, since one works once. */
const aToken = (more: Partial<PersonalToken> = {}, secret = deps.config.secret) =>
  signToken(secret, {
    teamId: world.team.teamId,
    linkId,
    generation: 1,
    dataRecordId: ada,
    expiresAt: Date.now() + day + ++moments * 1000,
    ...more,
  })

const get = (token: string) =>
  visitor.call(publicWizardsApi.getByToken, { params: { token }, query: {}, ...from() })
const start = (token: string) =>
  visitor.call(publicWizardsApi.startByToken, { params: { token }, body: {}, ...from() })
const codesOf = async (token: string) => [
  (await get(token)).problem?.code,
  (await start(token)).problem?.code,
]

async function runs(): Promise<number> {
  const { schema } = await world.model()
  const { rows } = await deps.pool.query(`select count(*)::int as n from ${schema}.wizard_run`)
  return rows[0].n
}

describe('a personal link', () => {
  test('shows its wizard without starting anything, however often it is opened', async () => {
    const token = aToken()
    const before = await runs()
    for (let n = 0; n < 3; n++) {
      expect((await get(token)).body).toMatchObject({
        id: wizard,
        name: 'Your data',
        teamId: world.team.teamId,
        verifies: null,
        isUsed: false,
      })
    }
    expect(await runs()).toBe(before)
  })

  test('starts one run that is bound to its record; done, it is used up', async () => {
    const token = aToken()
    const { body } = await start(token)
    expect(await bindingOf(body.screen.id)).toEqual({ boundRecordId: ada, isProven: true })
    const done = await visitor.ok(publicWizardsApi.advance, {
      params: runAt(body.screen),
      body: { stepToken: body.screen.stepToken!, answer: named({ name: 'Ada the second' }) },
      ...withKey(body.key),
    })
    expect(done.state).toBe('done')
    expect((await start(token)).problem?.code).toBe('link_used')
    expect((await get(token)).body.isUsed).toBe(true)
  })

  test('goes on with the run that waits, under a new key; the old one is worth nothing', async () => {
    const token = aToken()
    const first = (await start(token)).body
    const second = (await start(token)).body
    expect(second.screen.id).toBe(first.screen.id)
    expect(second.key).not.toBe(first.key)
    const params = runAt(first.screen)
    expect((await visitor.call(publicWizardsApi.getRun, { params, ...withKey(first.key) })).status).toBe(404)
    expect((await visitor.call(publicWizardsApi.getRun, { params, ...withKey(second.key) })).status).toBe(200)
  })

  test('opened many times at once starts one run', async () => {
    const token = aToken()
    const before = await runs()
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(token)))
    expect(await runs()).toBe(before + 1)
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses.has(200)).toBe(true)
    statuses.delete(200)
    statuses.delete(409)
    expect([...statuses]).toEqual([])
  })

  test('ends with its time, its record, its link and its generation, and with its wizard', async () => {
    expect(await codesOf(aToken({ expiresAt: Date.now() - 1000 }))).toEqual(['link_expired', 'link_expired'])
    const gone = await aPerson({ name: 'Gone' })
    const { schema } = await world.model()
    await deps.pool.query(`update ${schema}.data_record set deleted_at = now() where id = $1`, [gone])
    const person = (await world.model()).collections.get(world.people)!.tableName
    await deps.pool.query(`update ${schema}.${person} set deleted_at = now() where record_id = $1`, [gone])
    expect(await codesOf(aToken({ dataRecordId: gone }))).toEqual(['link_expired', 'link_expired'])
    // A record of another collection.
    expect(await codesOf(aToken({ dataRecordId: world.placeIds[0]! }))).toEqual([
      'link_expired',
      'link_expired',
    ])
    const token = aToken()
    await run(deps.pool, sql`update muster.external_access_link set generation = 2 where id = ${linkId}`)
    expect(await codesOf(token)).toEqual(['link_expired', 'link_expired'])
    const renewed = aToken({ generation: 2 })
    expect((await get(renewed)).status).toBe(200)
    await run(deps.pool, sql`update muster.external_access_link set generation = 1 where id = ${linkId}`)
    const closed = await aWizard({ isOpen: false })
    const closedLink = await linkTo(deps, world.team.teamId, closed, world.people)
    const early = aToken({ linkId: closedLink })
    expect((await get(early)).body.isOpen).toBe(false)
    expect((await start(early)).problem?.code).toBe('wizard_closed')
    await run(deps.pool, sql`update muster.data_wizard set deleted_at = now() where id = ${closed}`)
    expect(await codesOf(early)).toEqual(['not_found', 'not_found'])
  })

  test('of another team’s link is no link of this team', async () => {
    const { teamId } = await world.team.stranger()
    expect(await codesOf(aToken({ teamId }))).toEqual(['link_expired', 'link_expired'])
  })
})

describe('a forged token', () => {
  test('is not found, whatever was changed', async () => {
    const token = aToken()
    const parts = token.split('.')
    const changed = parts.slice(1, -1).map((part, n) => {
      const other = (Number.parseInt(part, 36) + 1).toString(36)
      return parts.toSpliced(n + 1, 1, other).join('.')
    })
    const forged = [
      ...changed,
      aToken({}, 'the secret of another installation'),
      `${token}A`,
      token.slice(0, -1),
      `${parts.slice(0, -1).join('.')}.${'A'.repeat(22)}`,
    ]
    for (const text of forged) expect(await codesOf(text), text).toEqual(['not_found', 'not_found'])
  })

  test('is none of 100,000 guesses', () => {
    const text = aToken().split('.').slice(0, -1).join('.')
    let accepted = 0
    for (let n = 0; n < 100_000; n++) {
      const guess = `${text}.${crypto.randomBytes(16).toString('base64url')}`
      if (verifyToken(deps.config.secret, guess)) accepted++
    }
    expect(accepted).toBe(0)
  })
})
