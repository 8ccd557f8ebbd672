import crypto from 'node:crypto'
import { publicWizardsApi } from '@muster/contract/wizards/public-runs.api'
import { describe, expect, test } from 'vitest'
import { deps, team, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { waitingForLocks } from '../../../../test/waiting-for-locks.ts'
import { ident, run, type Sql, sql } from '../../../platform/db.ts'
import { scaledTimeout } from '../../../platform/scaled-timeout.ts'
import { insertSteps } from '../wizards.test-support.ts'
import {
  aProof,
  at,
  aWizard,
  from,
  named,
  runAt,
  started,
  startOf,
  withKey,
  withPublicApp,
} from './public-wizards.test-support.ts'

withPublicApp()
withWorld()

const get = (dataWizardId: number, language?: 'en' | 'es' | 'fr', headers: Record<string, string> = {}) =>
  visitor.call(publicWizardsApi.get, {
    params: at(dataWizardId),
    query: language ? { language } : {},
    headers,
    ...from(),
  })
const setting = (id: number, settings: object) =>
  run(
    deps.pool,
    sql`update muster.data_wizard set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${id}`,
  )

describe('a public wizard', () => {
  test('is shown in the best language, with what a visitor may know and nothing else', async () => {
    const id = await aWizard({
      name: 'Summer camp',
      nameTranslations: { es: 'Campamento', fr: 'Colonie' },
      availableLanguages: ['es', 'fr'],
      interfaceLanguage: 'fr',
    })
    expect((await get(id)).body).toEqual({
      id,
      name: 'Colonie',
      description: '',
      icon: 'fas fa-wand-magic-sparkles',
      language: 'fr',
      languages: ['es', 'fr'],
      team: { name: expect.stringMatching(/^Team /), enumAppBrandId: 1 },
      isOpen: true,
      closedText: '',
      verifies: null,
    })
    expect((await get(id, 'es')).body.name).toBe('Campamento')
    expect((await get(id, undefined, { 'accept-language': 'en;q=0.9, es;q=0.5' })).body.name).toBe(
      'Campamento',
    )
    // English is not offered, nor is German known.
    expect((await get(id, 'en', { 'accept-language': 'de' })).body.name).toBe('Colonie')
  })

  test('is not found while it is private, deleted, unfinished, or of another team', async () => {
    const [hidden, deleted, empty, ofOther] = [
      await aWizard({ isPublic: false }),
      await aWizard(),
      await aWizard({ steps: [] }),
      await aWizard(),
    ]
    await run(deps.pool, sql`update muster.data_wizard set deleted_at = now() where id = ${deleted}`)
    const { teamId } = await world.team.stranger()
    for (const [params, why] of [
      [at(hidden), 'private'],
      [at(deleted), 'deleted'],
      [at(empty), 'without steps'],
      [{ teamId, dataWizardId: ofOther }, 'of another team'],
      [at(999_999_999), 'unknown'],
    ] as const) {
      const seen = await visitor.call(publicWizardsApi.get, { params, query: {}, ...from() })
      const begun = await visitor.call(publicWizardsApi.start, {
        params,
        body: { proof: await aProof() },
        ...from(),
      })
      expect([seen.status, begun.status], why).toEqual([404, 404])
    }
  })

  test('closes at once, even while other changes have problems', async () => {
    const id = await aWizard({ closedText: 'See you next year', closedTextTranslations: {} })
    expect((await get(id)).body.isOpen).toBe(true)
    // A step without tasks keeps changes from going live.
    await insertSteps(deps, team().teamId, { id, stepIds: [], taskIds: [] }, [{ tasks: [] }])
    await setting(id, { closesAt: '2020-01-01T00:00:00Z' })
    expect((await get(id)).body).toMatchObject({ isOpen: false, closedText: 'See you next year' })
    expect((await startOf(id)).problem?.code).toBe('wizard_closed')
    await setting(id, { isPublic: false })
    expect((await get(id)).status).toBe(404)
  })

  test('runs with its key, and creates what the visitor answers', async () => {
    const { key, screen } = await started(await aWizard())
    const params = runAt(screen)
    const body = {
      stepToken: screen.stepToken!,
      answer: named({ name: 'Zelda' }),
    }
    const trapped = await visitor.call(publicWizardsApi.advance, {
      params,
      body: { ...body, website: 'http://spam.example' },
      ...withKey(key),
    })
    expect(trapped.problem?.code).toBe('validation_failed')
    const reloaded = await visitor.ok(publicWizardsApi.getRun, { params, ...withKey(key) })
    expect(reloaded).toMatchObject({ id: screen.id, state: 'waiting', stepToken: screen.stepToken })
    const done = await visitor.ok(publicWizardsApi.advance, {
      params,
      body: { ...body, website: '' },
      ...withKey(key),
    })
    expect(done.state).toBe('done')
    const { schema } = await world.model()
    const made = await deps.pool.query(
      `select count(*)::int as n from ${schema}.data_record where name = 'Zelda'`,
    )
    expect(made.rows).toEqual([{ n: 1 }])
  })

  test('is not started unverified where people have to prove who they are', async () => {
    const id = await aWizard({ externalAccessBy: 'email' })
    expect((await get(id)).body.verifies).toBe('email')
    expect((await startOf(id)).problem?.code).toBe('access_denied')
  })
})

describe('a key', () => {
  test('of another run, forged or missing, opens nothing with any verb', async () => {
    const id = await aWizard()
    const [mine, other] = [await started(id), await started(id)]
    const params = runAt(mine.screen)
    const keys = [
      other.key,
      '',
      'x',
      mine.key.toUpperCase(),
      mine.key.slice(1),
      `${mine.key}0`,
      '0'.repeat(32),
    ]
    const stepToken = mine.screen.stepToken!
    const answer = named({ name: 'Mallory' })
    for (const key of keys) {
      const headers: Record<string, string> = key ? { 'x-run-key': key } : {}
      const extras = { params, headers, ...from() }
      const statuses = [
        await visitor.call(publicWizardsApi.getRun, extras),
        await visitor.call(publicWizardsApi.advance, { ...extras, body: { stepToken, answer } }),
        await visitor.call(publicWizardsApi.back, { ...extras, body: { stepToken } }),
        await visitor.call(publicWizardsApi.language, { ...extras, body: { language: 'en' } }),
        await visitor.call(publicWizardsApi.cancel, extras),
        await visitor.call(publicWizardsApi.options, { ...extras, body: { dataFieldId: 1 } }),
        await visitor.call(publicWizardsApi.upload, { ...extras, query: { name: 'a.txt', dataFieldId: 1 } }),
      ].map(({ status, problem }) => [status, problem?.code])
      expect(new Set(statuses.map(String)), key).toEqual(new Set(['404,not_found']))
    }
    const kept = await visitor.ok(publicWizardsApi.getRun, { params, ...withKey(mine.key) })
    expect(kept).toMatchObject({ state: 'waiting', stepToken })
  })

  test('is not found by guessing, nor is a run of another team', async () => {
    const { key, screen } = await started(await aWizard())
    const { teamId } = await world.team.stranger()
    const elsewhere = await visitor.call(publicWizardsApi.getRun, {
      params: { teamId, wizardRunId: screen.id },
      ...withKey(key),
    })
    expect(elsewhere.status).toBe(404)
    const statuses = new Set<number>()
    for (let n = 0; n < 2000; n++) {
      const guess = withKey(crypto.randomBytes(16).toString('hex'))
      const { status } = await visitor.call(publicWizardsApi.getRun, { params: runAt(screen), ...guess })
      statuses.add(status)
    }
    expect([...statuses]).toEqual([404])
  })
})

/** Holds what the statement locks while the work runs, on a connection of its own. */
async function locked<Result>(statement: Sql, work: () => Promise<Result>): Promise<Result> {
  const client = await deps.pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe("who is refused is in nobody's way", () => {
  test('a wrong key does not wait for the run, nor lock it', async () => {
    const { screen } = await started(await aWizard())
    const lock = sql`select from ${ident(world.team.schema, 'wizard_run')} where id = ${screen.id} for update`
    const call = { params: runAt(screen), ...withKey(crypto.randomBytes(16).toString('hex')) }
    const body = { stepToken: screen.stepToken!, answer: named({ name: 'Eve' }) }
    const statuses = await locked(lock, async () => [
      (await visitor.call(publicWizardsApi.advance, { ...call, body })).status,
      (await visitor.call(publicWizardsApi.cancel, call)).status,
      (await visitor.call(publicWizardsApi.language, { ...call, body: { language: 'fr' } })).status,
    ])
    expect(statuses).toEqual([404, 404, 404])
  })

  test('a solution that was used does not wait for others that send it', async () => {
    const [id, proof] = [await aWizard(), await aProof()]
    expect((await startOf(id, { proof })).status).toBe(200)
    const lock = sql`select from muster.attempt where key like 'wizard challenge %' for update`
    const { problem } = await locked(lock, () => startOf(id, { proof }))
    expect(problem?.code).toBe('proof_invalid')
  })

  test('a crowd that waits leaves connections to others', async () => {
    const id = await aWizard()
    const crowd = await Promise.all(Array.from({ length: 15 }, () => started(id)))
    const ids = crowd.map(({ screen }) => screen.id)
    const lock = sql`select from ${ident(world.team.schema, 'wizard_run')} where id = any(${ids}::bigint[]) for update`
    const answering = await locked(lock, async () => {
      const answers = crowd.map(({ key, screen }) =>
        visitor.call(publicWizardsApi.advance, {
          params: runAt(screen),
          body: { stepToken: screen.stepToken!, answer: named({ name: 'Nia' }) },
          ...withKey(key),
          ...from(),
        }),
      )
      await expect
        .poll(() => waitingForLocks(deps.pool), { timeout: scaledTimeout(10_000) })
        .toBeGreaterThanOrEqual(3)
      await expect.poll(() => deps.pool.waitingCount).toBe(0)
      expect(await waitingForLocks(deps.pool)).toBeLessThan(5)
      return answers
    })
    expect((await Promise.all(answering)).map(({ status }) => status)).toEqual(Array(15).fill(200))
  })
})

describe('limits', () => {
  test('starts of one network are limited for all its addresses together', async () => {
    const id = await aWizard()
    const body = { proof: await aProof() }
    const outcomes: number[] = []
    await run(
      deps.pool,
      sql`insert into muster.attempt (key, count)
          select 'wizard starts from 192.0.2 ' || (floor(extract(epoch from now()) / 60)::bigint + n), 119
          from generate_series(-1, 1) n`,
    )
    for (const host of [1, 2]) {
      const proof = host === 1 ? body.proof : await aProof()
      const { status } = await startOf(id, { proof }, { remoteAddress: `192.0.2.${host}` })
      outcomes.push(status)
    }
    expect(outcomes).toEqual([200, 429])
    expect((await startOf(id, {}, { remoteAddress: '192.0.3.1' })).status).toBe(200)
  })

  test('answers of one network are limited for all its runs together', async () => {
    const { key, screen } = await started(await aWizard())
    await run(
      deps.pool,
      sql`insert into muster.attempt (key, count) values ('wizard answers from 192.0.2', 1500)`,
    )
    const body = { stepToken: screen.stepToken!, answer: named({ name: 'Nia' }) }
    const call = { params: runAt(screen), body, ...withKey(key) }
    const limited = await visitor.call(publicWizardsApi.advance, { ...call, remoteAddress: '192.0.2.9' })
    expect(limited.problem?.code).toBe('rate_limited')
    expect((await visitor.call(publicWizardsApi.advance, call)).body.state).toBe('done')
  })
})
