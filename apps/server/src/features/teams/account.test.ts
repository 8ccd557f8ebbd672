/** The account of a team: its settings, and what follows from a change of them. */
import type { Body } from '@muster/contract/endpoint'
import type { LiveEvent } from '@muster/contract/events/events.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { teamsApi } from '@muster/contract/teams/teams.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestUser } from '../../../test/a-team.ts'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { addFields } from '../../engine/model/add-fields.ts'
import { changeModel } from '../../engine/model/change-model.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { teamsRoutes } from './teams.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let world: TestWorld
let owner: TestUser
let client: Client

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(teamsApi, teamsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
  })
})
afterAll(async () => {
  await app?.close()
  await deps?.close()
})
beforeEach(async () => {
  world = await aWorld(deps)
  owner = await world.team.holderOf('team_admin_account_info')
  client = clientOf(app, owner)
})

const params = () => ({ teamId: world.team.teamId })
const read = () => client.ok(teamsApi.account, { params: params() })
async function change(settings: Omit<Body<typeof teamsApi.update>, 'version'>) {
  const { version } = await read()
  return client.ok(teamsApi.update, { params: params(), body: { version, ...settings } })
}
async function refused(settings: object) {
  const { version } = await read()
  const body = { version, ...settings } as Body<typeof teamsApi.update>
  return (await client.call(teamsApi.update, { params: params(), body })).body
}

describe('settings', () => {
  it('change together, and everything that is left out keeps its value', async () => {
    const before = await read()
    const settings = {
      name: 'Harbour Trust',
      shortName: 'HT',
      description: 'Looks after the harbour',
      website: 'https://harbour.example.org/about',
      billingAddress: '1 Quay\nPorttown',
      country: 'FR',
      currency: 'EUR',
      enumAppBrandId: 2 as const,
      defaultInterfaceLanguage: 'fr' as const,
    }
    const after = await change(settings)
    expect(after).toEqual({ ...before, ...settings, version: before.version + 1 })
    expect(await read()).toEqual(after)
    const cleared = await change({ website: null, billingAddress: null })
    expect(cleared).toEqual({ ...after, website: null, billingAddress: null, version: after.version + 1 })
  })

  it('are seen by all users of the team at once, and announced', async () => {
    const events: LiveEvent[] = []
    const stop = deps.live.subscribe(world.team.teamId, (event) => events.push(event))
    await change({ name: 'Seen', primaryTimezone: 'Asia/Tokyo' })
    const member = clientOf(app, world.team.member)
    const me = await member.ok(teamsApi.byAuthProvider, {
      params: { authProviderUsername: 'me' },
      query: { needData: '1' },
    })
    expect(me.teamDataResult[0]!.Team).toMatchObject({ name: 'Seen', primaryTimezone: 'Asia/Tokyo' })
    expect(await deps.models.get(world.team.teamId)).toMatchObject({ name: 'Seen', timeZone: 'Asia/Tokyo' })
    await expect.poll(() => events.map(({ kind }) => kind)).toContain('account')
    // Filters relative to today give other records.
    await expect
      .poll(() =>
        events.flatMap((event) => (event.kind === 'records' && event.all ? [event.dataCollectionId] : [])),
      )
      .toContain(world.people)
    stop()
  })

  it('are refused when somebody else has changed them since they were read', async () => {
    const { version } = await read()
    await change({ name: 'First' })
    const late = await client.call(teamsApi.update, { params: params(), body: { version, name: 'Second' } })
    expect([late.status, late.body]).toMatchObject([409, { code: 'version_conflict' }])
    expect((await read()).name).toBe('First')
  })

  it.each([
    [{ name: ' ' }, 'name', 'required'],
    [{ name: 'x'.repeat(101) }, 'name', 'too_long'],
    [{ website: 'javascript:alert(1)' }, 'website', 'not_a_url'],
    [{ website: 'mailto:ada@example.org' }, 'website', 'not_a_url'],
    [{ country: 'XX' }, 'country', 'not_a_country'],
    [{ currency: 'ABC' }, 'currency', 'not_a_currency'],
    [{ primaryTimezone: 'Mars/Base' }, 'primaryTimezone', 'invalid'],
    [{ enumAppBrandId: 5 }, 'enumAppBrandId', 'invalid'],
    [{ availableDataLanguages: [] }, 'availableDataLanguages', 'too_small'],
    [{ availableDataLanguages: ['es'] }, 'defaultDataLanguage', 'unknown_choice'],
    [{ defaultDataLanguage: 'fr' }, 'defaultDataLanguage', 'unknown_choice'],
    [{ exportRoleIds: [1e9] }, 'exportRoleIds.0', 'unknown_choice'],
  ])('refuse %o at the field', async (settings, path, code) => {
    const before = await read()
    expect(await refused(settings)).toMatchObject({ code: 'validation_failed', errors: [{ path, code }] })
    expect(await read()).toEqual(before)
  })

  it('complete a website without a scheme', async () => {
    expect((await change({ website: ' Example.org/a ' })).website).toBe('https://example.org/a')
  })

  it('are recorded in the audit log with what changed only', async () => {
    const { name } = await read()
    await change({ name: 'Audited', currency: 'EUR' })
    const found = await rows(
      deps.pool,
      sql`select subject, subject_id as "subjectId", subject_name as name, action, before, after,
            team_user_id as "teamUserId"
          from muster.audit_event where team_id = ${world.team.teamId} and action <> 'created'`,
    )
    expect(found).toEqual([
      {
        subject: 'team',
        subjectId: String(world.team.teamId),
        name: 'Audited',
        action: 'updated',
        before: { name, currency: 'USD' },
        after: { name: 'Audited', currency: 'EUR' },
        teamUserId: owner.teamUserId,
      },
    ])
  })
})

describe('data languages', () => {
  const columnsOf = async (id: number) => Object.keys(await world.fieldIds(id))
  const namesIn = () =>
    rows(
      deps.pool,
      sql`select name, name_en as en, name_es as es from ${ident(world.team.schema, 'partys')} order by record_id`,
    )
  const translate = (dataRecordId: number, values: Record<string, unknown>) =>
    clientOf(app, world.team.admin).ok(recordsApi.update, {
      params: { ...params(), dataRecordId },
      body: { values },
    })

  it('give every custom list a name in a new language', async () => {
    expect(await columnsOf(world.parties)).not.toContain('name_es')
    const after = await change({ availableDataLanguages: ['es', 'en'] })
    expect(after.availableDataLanguages).toEqual(['en', 'es'])
    expect(await columnsOf(world.parties)).toContain('name_es')
    expect(await columnsOf(world.people)).not.toContain('name_es')
  })

  it('keep the translations into a language that is removed', async () => {
    await change({ availableDataLanguages: ['en', 'es'] })
    await translate(world.partyIds[0]!, { name_es: 'Verdes' })
    await change({ availableDataLanguages: ['en'] })
    const again = await change({ availableDataLanguages: ['en', 'es'] })
    expect(again.availableDataLanguages).toEqual(['en', 'es'])
    expect(await namesInSpanish()).toEqual(['Verdes', null, null])
  })
  const namesInSpanish = async () =>
    (
      await rows<{ es: string | null }>(
        deps.pool,
        sql`select name_es as es from ${ident(world.team.schema, 'partys')} order by record_id`,
      )
    ).map(({ es }) => es)

  it('swap texts of the design with their translations when the default changes, and back', async () => {
    const { teamId } = world.team
    const translation = (text: string) => JSON.stringify({ es: text, fr: 'fr' })
    await run(
      deps.pool,
      sql`update muster.data_collection
          set name_translations = ${translation('Lugar')}, plural_name_translations = ${translation('Lugares')}
          where id = ${world.places}`,
    )
    // Two collections with the same name in Spanish.
    await run(
      deps.pool,
      sql`update muster.data_collection set name_translations = ${translation('lugar')} where id = ${world.people}`,
    )
    await run(
      deps.pool,
      sql`update muster.data_field set title_translations = ${translation('Nombre')}
          where data_collection_id = ${world.places} and column_name = 'name'`,
    )
    await deps.models.changed(teamId)
    const before = await deps.models.get(teamId)
    await change({ availableDataLanguages: ['en', 'es'], defaultDataLanguage: 'es' })
    const model = await deps.models.get(teamId)
    expect(model.collections.get(world.places)).toMatchObject({
      name: 'Lugar',
      nameTranslations: { en: 'Place', fr: 'fr' },
      pluralName: 'Lugares',
      pluralNameTranslations: { en: 'Places', fr: 'fr' },
    })
    expect(model.collections.get(world.people)!.name).toMatch(/^lugar 2$/i)
    // Without a Spanish text, the English one stays.
    expect(model.collections.get(world.staff)).toMatchObject({
      name: 'Staff',
      nameTranslations: { en: 'Staff' },
    })
    const title = (of: typeof model) => of.collections.get(world.places)!.fieldsByColumn.get('name')!.title
    expect([title(before), title(model)]).toEqual(['Name', 'Nombre'])

    await change({ defaultDataLanguage: 'en' })
    const back = await deps.models.get(teamId)
    for (const { id, name, pluralName } of before.collections.values()) {
      expect(back.collections.get(id)).toMatchObject({ name, pluralName })
    }
    expect(title(back)).toBe('Name')
  })

  it('swap the names of list items, even if the previous default is removed at the same time', async () => {
    await change({ availableDataLanguages: ['en', 'es'] })
    await translate(world.partyIds[0]!, { name_es: 'Verdes' })
    await change({ availableDataLanguages: ['es'], defaultDataLanguage: 'es' })
    expect(await namesIn()).toEqual([
      { name: 'Verdes', en: 'Greens', es: null },
      { name: 'Blues', en: 'Blues', es: null },
      { name: 'Écologistes', en: 'Écologistes', es: null },
    ])
    // The names by which items are found and shown follow, and the change is in the history.
    const shown = await clientOf(app, world.team.admin).ok(recordsApi.get, {
      params: { ...params(), dataRecordId: world.partyIds[0]! },
    })
    expect(shown.name).toBe('Verdes')
    const logged = await one(
      deps.pool,
      sql`select before ->> 'name' as before, after ->> 'name' as after
          from ${ident(world.team.schema, 'log_event')}
          where record_id = ${world.partyIds[0]} order by version desc limit 1`,
    )
    expect(logged).toEqual({ before: 'Greens', after: 'Verdes' })
    await change({ availableDataLanguages: ['en', 'es'], defaultDataLanguage: 'en' })
    expect((await namesIn())[0]).toEqual({ name: 'Greens', en: null, es: 'Verdes' })
  })
})

it('names records that are moments in the new time zone', async () => {
  const { teamId, schema } = world.team
  await changeModel(deps, teamId, async (model) => {
    const [id] = await addFields(model, world.places, [
      { title: 'Opened', columnName: 'opened', dataType: 'date_time' },
    ])
    await run(
      model.client,
      sql`update muster.data_collection set name_field_id = ${id} where id = ${world.places}`,
    )
  })
  const [dataRecordId] = world.placeIds as [number]
  await clientOf(app, world.team.admin).ok(recordsApi.update, {
    params: { ...params(), dataRecordId },
    body: { values: { opened: '2026-05-01T12:00:00Z' } },
  })
  const name = async () =>
    (await one(deps.pool, sql`select name from ${ident(schema, 'data_record')} where id = ${dataRecordId}`))!
  expect(await name()).toEqual({ name: '2026-05-01 08:00' })
  await change({ primaryTimezone: 'Asia/Tokyo' })
  expect(await name()).toEqual({ name: '2026-05-01 21:00' })
})
