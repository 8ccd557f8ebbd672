/** The audit log: every change of a team's design leaves one event, which its admins find, and nobody changes. */
import { auditApi } from '@muster/contract/audit/audit.api'
import { cardsApi } from '@muster/contract/cards/cards.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { rolesApi } from '@muster/contract/roles/roles.api'
import { viewsApi } from '@muster/contract/views/views.api'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { urlOf } from '../../../test/client.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { run, sql } from '../../platform/db.ts'
import { cardsRoutes } from '../cards/cards.routes.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { rolesRoutes } from '../roles/roles.routes.ts'
import { viewsRoutes } from '../views/views.routes.ts'
import { auditRoutes } from './audit.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(auditApi, auditRoutes(deps))
  bindTo(cardsApi, cardsRoutes(deps))
  bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(rolesApi, rolesRoutes(deps))
  bindTo(viewsApi, viewsRoutes(deps))
})
withWorld()

const list = (query: object = {}) => admin.ok(auditApi.list, { params: team(), query })
const latestId = async () => (await list({ limit: 1 })).items[0]?.id ?? 0
/** The events that some work leaves, oldest first. */
async function eventsOf(work: () => Promise<unknown>) {
  const last = await latestId()
  await work()
  const { items } = await list({ limit: 200 })
  return items.filter(({ id }) => id > last).reverse()
}
const ofPeople = () => ({ params: { ...team(), dataCollectionId: world.people } })

describe('a change of the design', () => {
  it('of a collection is recorded from its creation to its restoration, with what differs only', async () => {
    let id = 0
    const [created, ...others] = await eventsOf(async () => {
      const made = await admin.ok(collectionsApi.create, {
        params: team(),
        body: { name: 'Boat', pluralName: 'Boats' },
      })
      id = made.id
    })
    expect(created).toMatchObject({
      subject: 'data_collection',
      action: 'created',
      subjectName: 'Boats',
      by: { userId: world.team.admin.userId, name: 'Ada Admin' },
      before: null,
      network: null,
    })
    expect(created!.after).toMatchObject({ name: 'Boat', isShownInSidebar: true })
    // Those that come with it.
    for (const { subject, action } of others) expect([subject, action]).not.toContain('data_collection')
    const params = { ...team(), dataCollectionId: id }
    const changes = await eventsOf(async () => {
      await admin.ok(collectionsApi.update, {
        params,
        body: { description: 'Ours' },
      })
      await admin.ok(collectionsApi.remove, { params })
      await admin.ok(collectionsApi.restore, { params })
    })
    expect(changes.map(({ action }) => action)).toEqual(['updated', 'deleted', 'restored'])
    expect(changes[0]).toMatchObject({ before: { description: '' }, after: { description: 'Ours' } })
    expect(Object.keys(changes[0]!.after!)).toEqual(['description'])
  })

  it('of a field is recorded with the name of its collection', async () => {
    const events = await eventsOf(async () => {
      const { id } = await admin.ok(collectionsApi.createField, {
        ...ofPeople(),
        body: { title: 'Shoe size', dataType: 'number' },
      })
      const params = { ...ofPeople().params, dataFieldId: id }
      await admin.ok(collectionsApi.updateField, {
        params,
        body: { isRequired: false, helpText: 'EU' },
      } as never)
      await admin.ok(collectionsApi.removeField, { params })
      await admin.ok(collectionsApi.restoreField, { params })
    })
    const ofField = events.filter(({ subject }) => subject === 'data_field')
    expect(ofField.map(({ action }) => action)).toEqual(['created', 'updated', 'deleted', 'restored'])
    expect(ofField[0]).toMatchObject({
      subjectName: 'Shoe size',
      after: { collection: 'Person', dataType: 'number' },
    })
    expect(ofField[1]).toMatchObject({ before: { helpText: '' }, after: { helpText: 'EU' } })
  })

  it('of a view and a card has names in place of ids and columns', async () => {
    const { id: dataFieldId, columnName } = await admin.ok(collectionsApi.createField, {
      ...ofPeople(),
      body: { title: 'Hat size', dataType: 'number' },
    })
    const events = await eventsOf(async () => {
      const view = await admin.ok(viewsApi.create, {
        params: team(),
        body: {
          dataCollectionId: world.people,
          type: 'list',
          internalName: 'Hats',
          recordNameDataFieldId: dataFieldId,
        },
      })
      const condition = { field: columnName, op: 'gt' as const, value: 3 }
      await admin.ok(viewsApi.update, {
        params: { ...team(), dataViewId: view.id },
        body: {
          filter: { or: [condition, { field: '@name', op: 'isEmpty' }] },
          sort: [{ field: columnName, direction: 'asc' }],
          displayedFields: [{ dataFieldId }],
          displayOptions: { groupDataFieldId: dataFieldId },
        },
      })
      await admin.ok(cardsApi.create, {
        params: team(),
        body: { dataCollectionId: world.people, title: 'Wardrobe', fieldsShown: [{ dataFieldId }] },
      })
    })
    const changed = events.find(({ subject, action }) => subject === 'data_view' && action === 'updated')
    expect(changed!.after).toMatchObject({
      filter: {
        or: [
          { field: 'Hat size', op: 'gt', value: 3 },
          { field: '@name', op: 'isEmpty' },
        ],
      },
      sort: [{ field: 'Hat size', direction: 'asc' }],
      displayedFields: [{ field: 'Hat size', showTitle: true }],
      groupField: 'Hat size',
    })
    const card = events.find(({ subject }) => subject === 'data_card')
    expect(card!.after).toMatchObject({
      collection: 'Person',
      fieldsShown: [{ field: 'Hat size', displayWidth: null }],
    })
    expect(JSON.stringify(events)).not.toMatch(/DataFieldId|dataCollectionId/)
  })

  it('of a personal view and of records is not, and none that fails', async () => {
    expect(
      await eventsOf(async () => {
        await admin.ok(recordsApi.create, { ...ofPeople(), body: { values: { name: 'Someone' } } })
        await admin.refused(collectionsApi.createField, {
          ...ofPeople(),
          body: { title: '', dataType: 'number' },
        })
        await admin.refused(collectionsApi.create, {
          params: team(),
          body: { name: 'Person', pluralName: 'Persons', idParentDataCollection: 999_999 },
        } as never)
      }),
    ).toEqual([])
  })
})

describe('the log', () => {
  it('is filtered, searched and read in pages', async () => {
    for (const roleName of ['Alpha', 'Beta', 'Gamma_x']) {
      await admin.ok(rolesApi.create, { params: team(), body: { roleName } })
    }
    const roles = await list({ subject: 'user_role', action: 'created' })
    expect(roles.items.map(({ subjectName }) => subjectName)).toEqual(['Gamma_x', 'Beta', 'Alpha'])
    expect((await list({ search: 'a_x' })).items.map(({ subjectName }) => subjectName)).toEqual(['Gamma_x'])
    const first = await list({ subject: 'user_role', limit: 2 })
    expect(first.hasMore).toBe(true)
    const rest = await list({ subject: 'user_role', limit: 2, before: first.items[1]!.id })
    expect(rest.items.map(({ subjectName }) => subjectName)).toEqual(['Alpha'])
    const from = roles.items[1]!.at
    const since = await list({ subject: 'user_role', from })
    expect(since.items.map(({ subjectName }) => subjectName)).toEqual(['Gamma_x', 'Beta'])
    expect((await list({ userId: 'nobody' })).items).toEqual([])
  })

  it('is narrowed to a person and to a time, in the list and in the file', async () => {
    const { userId } = world.team.admin
    const everything = await list({ limit: 200 })
    const own = await list({ userId, limit: 200 })
    expect(own.items.length).toBeGreaterThan(3)
    expect(own.items).toEqual(everything.items.filter(({ by }) => by?.userId === userId))
    const bySystem = await list({ userId: 'system', limit: 200 })
    expect(bySystem.items).toEqual(everything.items.filter(({ by }) => by === null))

    const [newest, , third] = own.items
    const until = await list({ userId, to: newest!.at, from: third!.at, limit: 200 })
    const expected = own.items.filter(({ at }) => at >= third!.at && at < newest!.at)
    expect(expected.length).toBeGreaterThan(0)
    expect(until.items).toEqual(expected)
    const range = { userId, to: newest!.at, from: third!.at }
    const { body } = await admin.inject({ method: 'GET', url: urlOf(auditApi.export, team(), range) })
    expect(parse(body, { columns: true, bom: true })).toHaveLength(expected.length)
    expect((await admin.refused(auditApi.list, { params: team(), query: { from: 'soon' } })).code).toBe(
      'validation_failed',
    )
  })

  it('says who is in it, each once', async () => {
    const people = await admin.ok(auditApi.people, { params: team() })
    const { items } = await list({ limit: 200 })
    const ids = new Set(items.flatMap(({ by }) => (by ? [by.userId] : [])))
    expect(people.map(({ userId }) => userId).sort()).toEqual([...ids].sort())
    expect(people).toContainEqual({ userId: world.team.admin.userId, name: 'Ada Admin' })
    const boss = visitor.as(await world.team.sysAdmin())
    const inSystem = await boss.ok(auditApi.systemPeople)
    const events = await boss.ok(auditApi.systemList, { query: { limit: 200 } })
    expect(new Set(inSystem.map(({ userId }) => userId))).toEqual(
      new Set(events.items.flatMap(({ by }) => (by ? [by.userId] : []))),
    )
  })

  it('is exported in full, without cells that a spreadsheet would run', async () => {
    await admin.ok(rolesApi.create, { params: team(), body: { roleName: '=1+1' } })
    const { body } = await admin.inject({
      method: 'GET',
      url: urlOf(auditApi.export, team(), { subject: 'user_role' }),
    })
    const lines = parse(body, { columns: true, bom: true }) as Record<string, string>[]
    expect(lines.map(({ name }) => name)).toEqual(["'=1+1", 'Gamma_x', 'Beta', 'Alpha'])
    expect(JSON.parse(lines[1]!.after!)).toMatchObject({ roleName: 'Gamma_x' })
    expect(lines[0]).toMatchObject({ by: 'Ada Admin', action: 'created' })
  })

  it('of a team is for its admins, and has nothing of other teams', async () => {
    const stranger = await world.team.stranger()
    expect((await member.refused(auditApi.list, { params: team() })).code).toBe('access_denied')
    const foreign = { params: { teamId: stranger.teamId } }
    expect((await admin.refused(auditApi.list, foreign)).code).toBe('not_found')
    const { items } = await visitor.as(stranger).ok(auditApi.list, { ...foreign, query: { limit: 200 } })
    for (const { team: of } of items) expect(of?.teamId).toBe(stranger.teamId)
  })

  it('of the system has what was done to teams and users, and no design', async () => {
    const boss = visitor.as(await world.team.sysAdmin())
    expect((await admin.refused(auditApi.systemList)).code).toBe('access_denied')
    const { items } = await boss.ok(auditApi.systemList, { query: { limit: 200 } })
    expect(items.some((event) => event.subject === 'team' && event.team?.teamId === world.team.teamId)).toBe(
      true,
    )
    expect(items.filter(({ subject }) => subject.startsWith('data_'))).toEqual([])
  })

  it('cannot be changed', async () => {
    for (const statement of [
      sql`update muster.audit_event set subject_name = ''`,
      sql`delete from muster.audit_event`,
      sql`truncate muster.audit_event`,
    ]) {
      await expect(run(deps.pool, statement)).rejects.toThrow('append-only')
    }
  })
})
