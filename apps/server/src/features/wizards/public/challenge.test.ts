import crypto from 'node:crypto'
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { type Challenge, createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { deps, team, visitor, withWorld } from '../../../../test/in-a-world.ts'
import { run, sql } from '../../../platform/db.ts'
import { Challenges } from './challenge.ts'
import { networkOf, startsLevel } from './limits.ts'
import {
  aProof,
  at,
  aVerifiedWizard,
  aWizard,
  encode,
  from,
  startOf,
  withPublicApp,
} from './public-wizards.test-support.ts'

withPublicApp()
withWorld()

const decode = (proof: string) => JSON.parse(Buffer.from(proof, 'base64').toString())

test('a solution starts one run, also when it is sent many times at once, to several processes', async () => {
  const id = await aWizard()
  const proof = await aProof()
  const answers = await Promise.all(Array.from({ length: 8 }, () => startOf(id, { proof })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)])
  expect((await startOf(id, { proof })).problem?.code).toBe('proof_invalid')
  const other = new Challenges({ pool: deps.pool, secret: deps.config.secret })
  await expect(other.verify(proof).then((nonce) => other.spend(nonce))).rejects.toThrow('proof_invalid')
})

test('one solution sent again and again uses up neither the starts nor the codes of others', async () => {
  const [id, verified, proof] = [await aWizard(), await aVerifiedWizard(), await aProof()]
  const counted = async () => {
    const { rows } = await deps.pool.query(
      `select key, count::int from muster.attempt where key ~ '^wizard (starts|codes) '`,
    )
    return new Map(rows.map(({ key, count }) => [key as string, count as number]))
  }
  await startOf(id, { proof })
  const before = await counted()
  expect(before.get(`wizard starts of ${team().teamId} ${id}`)).toBe(1)
  for (let n = 0; n < 3; n++) {
    expect((await startOf(id, { proof })).status).toBe(403)
    const body = { channel: 'email' as const, address: `somebody${n}@example.org`, proof }
    const { problem } = await visitor.call(publicWizardsApi.sendCode, {
      params: at(verified),
      body,
      ...from(),
    })
    expect(problem?.code).toBe('proof_invalid')
  }
  expect(await counted()).toEqual(before)
})

test('nothing but a solution of our own challenge counts', async () => {
  const proof = await aProof()
  const { challenge, solution } = decode(proof)
  const own = { challenge, solution }
  const ofAttacker = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    counter: 1,
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
    hmacSignatureSecret: 'guess',
    hmacKeySignatureSecret: 'guess',
  })
  const past = Math.floor(Date.now() / 1000) - 1
  const unsigned = { ...challenge.parameters, keySignature: undefined }
  const forged: Record<string, string> = {
    empty: '',
    'not Base64': '%%%',
    'not JSON': Buffer.from('hello').toString('base64'),
    null: encode(null),
    'no solution': encode({ challenge }),
    'another key': encode({ ...own, solution: { ...solution, derivedKey: '0'.repeat(64) } }),
    'another nonce': encode({
      ...own,
      challenge: { ...challenge, parameters: { ...challenge.parameters, nonce: 'ab' } },
    }),
    'a later end': encode({
      ...own,
      challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: past + 99_999 } },
    }),
    expired: encode({
      ...own,
      challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: past } },
    }),
    'without the signature of its key': encode({ ...own, challenge: { ...challenge, parameters: unsigned } }),
    'expensive to verify': encode({
      ...own,
      challenge: { ...challenge, parameters: { ...challenge.parameters, cost: 1_000_000_000 } },
    }),
    'signed by somebody else': encode({ challenge: ofAttacker, solution }),
    unsigned: encode({ ...own, challenge: { parameters: challenge.parameters } }),
  }
  const id = await aWizard()
  for (const [why, text] of Object.entries(forged)) {
    const { problem } = await startOf(id, { proof: text })
    expect(problem?.code, why).toBe('proof_invalid')
  }
  const challenges = new Challenges({ pool: deps.pool, secret: deps.config.secret })
  let accepted = 0
  for (let n = 0; n < 5000; n++) {
    const derivedKey = crypto.randomBytes(32).toString('hex')
    const guess = encode({ challenge, solution: { counter: n, derivedKey } })
    await challenges.verify(guess).then(
      () => accepted++,
      () => {},
    )
  }
  expect(accepted).toBe(0)
  expect((await startOf(id, { proof })).status).toBe(200)
})

test('a challenge of another installation is refused', async () => {
  const proof = await aProof()
  const other = new Challenges({ pool: deps.pool, secret: 'another secret' })
  await expect(other.verify(proof)).rejects.toThrow('proof_invalid')
})

test('the work doubles with the starts of a minute, up to a bound, and verifying stays the same', async () => {
  const address = '198.51.100.7'
  expect(await startsLevel(deps.pool, address)).toBe(0)
  const counted = (key: string, count: number) =>
    run(
      deps.pool,
      sql`insert into muster.attempt (key, count)
          select ${key}::text || ' ' || (floor(extract(epoch from now()) / 60)::bigint + n), ${count}::int
          from generate_series(-1, 1) n on conflict (key) do update set count = excluded.count`,
    )
  await counted('wizard starts from 198.51.100', 25)
  expect(await startsLevel(deps.pool, address)).toBe(1)
  // Another network is not charged for it.
  expect(await startsLevel(deps.pool, '203.0.113.7')).toBe(0)
  await counted('wizard starts from 198.51.100', 1_000_000)
  expect(await startsLevel(deps.pool, address)).toBe(3)
  const challenge = await visitor.ok(publicWizardsApi.challenge, { remoteAddress: address })
  expect((challenge as unknown as Challenge).parameters.cost).toBe(5000)
  await visitor.ok(publicWizardsApi.challenge, from())
})

test('a network is a /24 or a /64', () => {
  expect(networkOf('192.0.2.77')).toBe('192.0.2')
  expect(networkOf('::ffff:192.0.2.77')).toBe('192.0.2')
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:ffff::2'))
  expect(networkOf('2001:db8:0:1::1')).not.toBe(networkOf('2001:db8::1'))
})
