import fs from 'node:fs'
import { dataTypes } from '@muster/contract/fields/families'
import type { MessageCounts } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { dataViewTypes } from '@muster/contract/views/types/definition'
import {
  type CalendarResult,
  type MapResult,
  type PublicView,
  publicQueryBody,
} from '@muster/contract/views/views.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { civicMuseum } from '../../../samples/civic-museum.ts'
import { readTable } from '../../../samples/csv.ts'
import { harborFoodBank } from '../../../samples/harbor-food-bank.ts'
import { aPerson } from '../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { RecordReader } from '../../engine/query/record-reader.ts'
import { storageOf } from '../../engine/storage/index.ts'
import { ident, one, rows, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { shownGroups } from '../cards/shown.ts'
import { listCollections } from '../collections/collections.service.ts'
import { PublicViewService } from '../views/public-view/public-view.service.ts'
import { isBrokenView } from '../views/view-fields.ts'
import { createSampleTeam } from './sample.ts'

let deps: TestDeps
let teamIds: number[]

beforeAll(async () => {
  deps = await testDeps()
  const { userId } = await aPerson(deps)
  const admin = { userId, firstName: 'System', lastName: 'Administrator' }
  teamIds = (await createSampleTeam(deps, admin)).teamIds
}, 600_000)
afterAll(async () => {
  fs.rmSync(deps.config.dataDir, { recursive: true, force: true })
  await deps.close()
})

const adminOf = (teamId: number): TeamUser => ({
  kind: 'team_user',
  teamId,
  teamUserId: 1,
  isTeamAdmin: true,
  userRoleIds: [],
  featurePermissions: [],
})

async function counts(teamId: number): Promise<Record<string, number | null>> {
  const counter = new RecordReader(deps)
  const found = await listCollections(deps, adminOf(teamId), { counter, language: 'en' })
  return Object.fromEntries(found.map(({ pluralName, countDataObject }) => [pluralName, countDataObject]))
}

it('queues jobs for the indexes of views and the words of names', () => {
  for (const name of ['index_views', 'read_names']) {
    const queued = deps.added.filter((job) => job.name === name)
    expect(queued.map(({ payload }) => payload)).toEqual(teamIds.map((teamId) => ({ teamId })))
  }
})

describe('card groups', () => {
  it.each([
    [
      0,
      'Legislators',
      { Profile: ['Person', 'Seat', 'Contact'], Work: ['Committees', 'Chairs', 'District offices'] },
    ],
    [0, 'Committees', { Committee: ['About', 'Members', 'Subcommittees'] }],
    [1, 'Personas', { Persona: ['Quién', 'Contacto', 'Con nosotros'] }],
  ])('exist in team %i for %s', async (at, name, expected) => {
    const teamId = teamIds[at]!
    const model = await deps.models.get(teamId)
    const [collection] = [...model.collections.values()].filter(({ pluralName }) => pluralName === name)
    const groups = shownGroups(model, adminOf(teamId), collection!.id)
    const titles = groups.map(({ name, dataCards }) => [name, dataCards.map(({ title }) => title)])
    expect(Object.fromEntries(titles)).toEqual(expected)
  })
})

describe('views', () => {
  const viewNamed = async (name: string) => {
    const model = await deps.models.get(teamIds[0]!)
    const [view] = [...model.views.values()].filter(({ internalName }) => internalName === name)
    return { model, view: view! }
  }
  const visit = async (name: string, language: Language = 'en') => {
    const { view } = await viewNamed(name)
    return { teamId: teamIds[0]!, publicKey: view.publicKey, languages: [language] }
  }

  it('have every type, and none is broken', async () => {
    const { model } = await viewNamed('Birthdays')
    const views = [...model.views.values()]
    expect([...new Set(views.map(({ type }) => type))].sort()).toEqual([...dataViewTypes].sort())
    expect(views.filter((view) => isBrokenView(model, view))).toEqual([])
  })

  it('show past birthdays in the current year publicly, in three languages', async () => {
    const publicViews = new PublicViewService(deps)
    const body = publicQueryBody.parse({ from: '2025-02-12', to: '2025-02-13' })
    const answer = JSON.parse(await publicViews.calendar(await visit('Birthdays'), body)) as CalendarResult
    const lincoln = answer.events.find(({ name }) => name === 'Abraham Lincoln')
    expect(lincoln).toMatchObject({ start: '2025-02-12' })
    const titles = await Promise.all(
      (['en', 'es', 'fr'] as const).map(async (language) => {
        const view = JSON.parse(await publicViews.get(await visit('Birthdays', language))) as PublicView
        return [view.title, view.fields[0]!.title, view.noEventsMessage]
      }),
    )
    expect(titles).toEqual([
      ['Historical legislators', 'Birthday', 'Nobody was born on this day.'],
      ['Legisladores históricos', 'Fecha de nacimiento', 'Nadie nació en este día.'],
      ['Parlementaires historiques', 'Date de naissance', 'Personne n’est né ce jour-là.'],
    ])
  })

  it('show every office on the map, with a filter by state', async () => {
    const publicViews = new PublicViewService(deps)
    const of = await visit('Offices near you')
    const map = async (filters: object) =>
      JSON.parse(await publicViews.map(of, publicQueryBody.parse({ filters }))) as MapResult
    const all = await map({})
    expect(all.ids.length + all.withoutPlace).toBe(1312)
    const { filterFields } = JSON.parse(await publicViews.get(of)) as PublicView
    const texas = filterFields[0]!.options.find(({ label }) => label === 'Texas')!
    const some = await map({ state: texas.value })
    const inTexas = readTable('legislators-district-offices').filter(({ state }) => state === 'TX')
    expect(some.ids.length + some.withoutPlace).toBe(inTexas.length)
  })
})

describe('the museum', () => {
  it('has the real tables, complete and linked', async () => {
    expect(await counts(teamIds[0]!)).toMatchObject({
      Legislators: 12_767,
      'Historical legislators': 12_230,
      'Current senators': 100,
      'District offices': 1312,
      Committees: 228,
      'Committee memberships': 3879,
      Exhibitions: 12,
      States: 59,
      Genders: 2,
    })
    const model = await deps.models.get(teamIds[0]!)
    const home = [...model.collections.values()].find(({ tableName }) => tableName === 'committees')!
    const members = home.fieldsByColumn.get('members')!
    const links = await one<{ count: number }>(
      deps.pool,
      sql`select count(*) from ${ident(model.schema, `link_${members.id}`)}`,
    )
    expect(links?.count).toBe(3879)
  })

  it('has all values of a row', async () => {
    const { schema } = await deps.models.get(teamIds[0]!)
    const row = await one<Record<string, unknown>>(
      deps.pool,
      sql`select l.*, p.name as party_name, s.name as state_name, r.name as record_name
          from ${ident(schema, 'legislators')} l
          join ${ident(schema, 'parties')} p on p.record_id = l.party
          join ${ident(schema, 'states')} s on s.record_id = l.state
          join ${ident(schema, 'data_record')} r on r.id = l.record_id where l.bioguide_id = 'C000127'`,
    )
    expect(row).toMatchObject({
      record_name: 'Maria Cantwell',
      last_name: 'Cantwell',
      birthday: '1958-10-13',
      phone: '+12022243441',
      website: 'https://www.cantwell.senate.gov',
      senate_class: 1,
      party_name: 'Democrat',
      state_name: 'Washington',
      in_office: true,
    })
    const phones = readTable('legislators-current').filter(({ phone }) => phone).length
    const kept = await one(
      deps.pool,
      sql`select count(*)::int as count from ${ident(schema, 'legislators')} where in_office and phone is not null`,
    )
    expect(kept).toEqual({ count: phones })
  })

  it('has every type of field with values', async () => {
    const model = await deps.models.get(teamIds[0]!)
    const home = [...model.collections.values()].find(({ tableName }) => tableName === 'exhibitions')!
    expect(new Set(home.fields.map(({ dataType }) => dataType))).toEqual(new Set(dataTypes))
    for (const field of home.fields) {
      const isEmpty = storageOf(field).isEmpty(field, { schema: model.schema, alias: 't' })
      const found = await one<{ filled: number }>(
        deps.pool,
        sql`select count(*) filter (where not ${isEmpty})::int as filled
            from ${ident(model.schema, 'exhibitions')} t`,
      )
      expect([field.columnName, found?.filled]).toEqual([field.columnName, expect.any(Number)])
      expect(found?.filled, field.columnName).toBeGreaterThanOrEqual(6)
    }
  })

  it('has files of the expected types', async () => {
    const { schema } = await deps.models.get(teamIds[0]!)
    const kinds = await rows<{ kind: string; mime: string; count: number }>(
      deps.pool,
      sql`select kind, mime_type as mime, count(*)::int as count from ${ident(schema, 'file')} group by 1, 2 order by 1`,
    )
    expect(kinds).toEqual([
      { kind: 'image', mime: 'image/png', count: 5 },
      { kind: 'pdf', mime: 'application/pdf', count: 3 },
    ])
    const avatars = await one<{ count: number }>(
      deps.pool,
      sql`select count(avatar) from ${ident(schema, 'data_record')}`,
    )
    expect(avatars?.count).toBe(12)
  })
})

it('has a second team of another brand and language', async () => {
  const team = await one(
    deps.pool,
    sql`select enum_app_brand_id as brand, default_data_language as language, available_data_languages as languages
        from muster.team where id = ${teamIds[1]}`,
  )
  expect(team).toEqual({ brand: 2, language: 'es', languages: ['en', 'es', 'fr'] })
  expect(await counts(teamIds[1]!)).toMatchObject({ Personas: 42, 'Voluntarios activos': 12 })
})

it('has titles in all three languages', () => {
  for (const { collections } of [civicMuseum, harborFoodBank]) {
    for (const { name, pluralName, fields = [] } of collections) {
      for (const texts of [name, pluralName, ...fields.map(({ title }) => title)]) {
        expect(Object.keys(texts)).toEqual(['en', 'es', 'fr'])
        expect(Object.values(texts).every(Boolean)).toBe(true)
      }
    }
  }
})

describe('messages', () => {
  it.each([
    [0, ['Letter to members', 'Opening of an exhibition']],
    [1, ['Bienvenida', 'Boletín de otoño']],
  ])('of team %i have published templates in all three languages', async (at, names) => {
    const found = await rows<{ name: string; languages: number }>(
      deps.pool,
      sql`select internal_name as name, (select count(*)::int from muster.message_template_content c
            where c.message_template_id = t.id) as languages
          from muster.message_template t where team_id = ${teamIds[at]} and status = 'PUBLISHED' order by 1`,
    )
    expect(found).toEqual(names.map((name) => ({ name, languages: 3 })))
  })

  it.each([0, 1])('of team %i: one was sent, with reports, and none waits or goes anywhere', async (at) => {
    const { schema } = await deps.models.get(teamIds[at]!)
    const sent = await rows<{ id: number; status: string; counts: MessageCounts }>(
      deps.pool,
      sql`select id, status, counts from muster.outgoing_message where team_id = ${teamIds[at]}`,
    )
    expect(sent).toHaveLength(1)
    const { states, outcomes } = sent[0]!.counts
    expect(sent[0]!.status).toBe('SENT')
    expect(states.accepted).toBeGreaterThan(30)
    expect(Object.keys(states).filter((state) => state !== 'accepted' && state !== 'excluded')).toEqual([])
    expect(outcomes.delivered).toBeGreaterThan(outcomes.bounced!)
    expect(outcomes.bounced).toBeGreaterThan(0)
    const noted = await one<{ count: number }>(
      deps.pool,
      sql`select count(*)::int as count from ${ident(schema, 'message_recipient')}
          where message_id = ${sent[0]!.id} and state = 'accepted' and last_type is not null and handed_at < now() - interval '5 days'`,
    )
    expect(noted!.count).toBe(states.accepted)
    expect(deps.mails).toEqual([])
    expect(deps.added.filter(({ name }) => name === 'start_message')).toEqual([])
  })
})
