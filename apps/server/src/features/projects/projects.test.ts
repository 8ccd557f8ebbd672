import { collectionsApi } from '@muster/contract/collections/collections.api'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { projectsApi } from '@muster/contract/projects/projects.api'
import { isDoneColumn, memberColumns, taskColumns } from '@muster/contract/projects/projects.rules'
import { recordsApi } from '@muster/contract/records/records.api'
import { searchApi } from '@muster/contract/search/search.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam, type TestUser } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { run, sql } from '../../platform/db.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { projectsRoutes } from './projects.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(projectsApi, projectsRoutes(deps))
    bindTo(collectionsApi, collectionsRoutes(deps))
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps))
    bindTo(searchApi, searchRoutes(deps))
  })
  client = clientOf(app)
  team = await aTeam(deps)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const projects = (user: TestUser = team.admin) =>
  client.as(user).ok(projectsApi.get, { params: { teamId: team.teamId } })

async function allOf(dataCollectionId: number, user: TestUser = team.admin) {
  const params = { teamId: team.teamId, dataCollectionId }
  const sort = [{ field: '@id', direction: 'asc' as const }]
  return (await client.as(user).ok(recordsApi.query, { params, body: { sort } })).items
}

describe('the collections', () => {
  test('are made once, also by two who come first', async () => {
    const [one, other] = await Promise.all([projects(), projects(team.member)])
    expect({ ...one, ownMemberId: 0 }).toEqual({ ...other, ownMemberId: 0 })
    expect(await projects()).toEqual(one)
    const statuses = await allOf(one.taskStatusListId)
    expect(statuses.map(({ name, values }) => [name, values[isDoneColumn]])).toEqual([
      ['To do', false],
      ['In progress', false],
      ['Waiting', false],
      ['Done', true],
    ])
    expect((await allOf(one.taskPriorityListId)).map(({ name }) => name)).toEqual([
      'Urgent',
      'High',
      'Normal',
      'Low',
    ])
  })

  test('take no names away and cannot be removed', async () => {
    const { taskCollectionId } = await projects()
    const params = { teamId: team.teamId }
    const body = { name: 'Task', pluralName: 'Tasks' }
    const own = await client.as(team.admin).ok(collectionsApi.create, { params, body })
    expect(own.IsInternalConfiguration).toBe(false)
    const inTasks = { ...params, dataCollectionId: taskCollectionId }
    const refused = await client.as(team.admin).refused(collectionsApi.remove, { params: inTasks })
    expect(refused.code).toBe('in_use')
    const tasks = await client.as(team.admin).ok(collectionsApi.get, { params: inTasks })
    expect(tasks.IsInternalConfiguration).toBe(true)
    const due = tasks.DataFields.find(({ columnName }) => columnName === taskColumns.dueOn)!
    const field = { ...inTasks, dataFieldId: due.id }
    expect((await client.as(team.admin).refused(collectionsApi.removeField, { params: field })).code).toBe(
      'in_use',
    )
    const type = { dataType: 'plain_text' as const }
    const changed = await client
      .as(team.admin)
      .refused(collectionsApi.changeFieldType, { params: field, body: type })
    expect(changed.code).toBe('in_use')
  })

  test('speak the language of the team’s data', async () => {
    const french = await aTeam(deps, { defaultInterfaceLanguage: 'fr' })
    const params = { teamId: french.teamId }
    const { taskCollectionId } = await client.as(french.admin).ok(projectsApi.get, { params })
    const tasks = await client
      .as(french.admin)
      .ok(collectionsApi.get, { params: { ...params, dataCollectionId: taskCollectionId } })
    expect([tasks.name, tasks.nameTranslations.es]).toEqual(['Tâche', 'Tarea'])
  })
})

describe('members', () => {
  test('follow the users of the team', async () => {
    const { memberCollectionId } = await projects()
    const newcomer = await team.user({ firstName: 'Nora' })
    const { ownMemberId } = await projects(newcomer)
    const nora = (await allOf(memberCollectionId)).find(({ id }) => id === ownMemberId)
    expect(nora?.values).toMatchObject({
      [memberColumns.name]: 'Nora User',
      [memberColumns.teamUser]: newcomer.teamUserId,
      [memberColumns.isActive]: true,
    })
    await run(
      deps.pool,
      sql`update muster.team_user set first_name = 'Leonora', deactivated_as_of = now()
          where id = ${newcomer.teamUserId}`,
    )
    await projects()
    const after = (await allOf(memberCollectionId)).find(({ id }) => id === ownMemberId)
    expect(after?.name).toBe('Leonora User')
    expect(after?.values[memberColumns.isActive]).toBe(false)
  })

  test('are nobody’s news and not found by search', async () => {
    await projects()
    const params = { teamId: team.teamId }
    const recent = await client.as(team.admin).ok(operationsApi.recentChanges, { params, query: {} })
    expect(recent.items).toEqual([])
    const found = await client.as(team.admin).ok(searchApi.all, { params, query: { q: 'ada' } })
    expect(found.items).toEqual([])
  })
})

describe('a task', () => {
  test('begins with a status, is assigned, linked to any record, found, and undone', async () => {
    const ids = await projects(team.member)
    const member = client.as(team.member)
    const params = { teamId: team.teamId, dataCollectionId: ids.taskCollectionId }
    const [toDo] = await allOf(ids.taskStatusListId)
    const place = await client.as(team.admin).ok(collectionsApi.create, {
      params: { teamId: team.teamId },
      body: { name: 'Place', pluralName: 'Places' },
    })
    const { record: lima } = await member.ok(recordsApi.create, {
      params: { teamId: team.teamId, dataCollectionId: place.id },
      body: { values: { name: 'Lima' } },
    })
    const { record: task, operation } = await member.ok(recordsApi.create, {
      params,
      body: {
        values: {
          [taskColumns.name]: 'Call the harbour',
          [taskColumns.assignee]: ids.ownMemberId,
          [taskColumns.record]: lima.id,
          [taskColumns.dueOn]: '2026-12-01',
        },
      },
    })
    expect(task.values[taskColumns.status]).toBe(toDo!.id)
    expect(task.linked[String(lima.id)]).toMatchObject({ name: 'Lima', dataCollectionId: place.id })
    expect(task.linked[String(ids.ownMemberId)]?.name).toBe('Max User')

    const mine = async (user: TestUser) => {
      const { ownMemberId } = await projects(user)
      const filter = { field: taskColumns.assignee, op: 'is' as const, value: ownMemberId }
      return (await client.as(user).ok(recordsApi.query, { params, body: { filter } })).items.map(
        ({ name }) => name,
      )
    }
    expect([await mine(team.member), await mine(team.admin)]).toEqual([['Call the harbour'], []])
    const query = { q: 'harb' }
    const found = await member.ok(searchApi.all, { params: { teamId: team.teamId }, query })
    expect(found.items.map(({ id }) => id)).toEqual([task.id])

    await member.ok(operationsApi.undo, { params: { teamId: team.teamId, operationId: operation!.id } })
    expect(await mine(team.member)).toEqual([])
  })

  test('is kept from those who may not read tasks', async () => {
    const { taskCollectionId } = await projects()
    const place = await client.as(team.admin).ok(collectionsApi.create, {
      params: { teamId: team.teamId },
      body: { name: 'Other', pluralName: 'Others' },
    })
    await team.setMemberGrants([{ permission: 'read_data_field_data', dataCollectionId: place.id }])
    const params = { teamId: team.teamId, dataCollectionId: taskCollectionId }
    const refused = await client.as(team.member).refused(recordsApi.query, { params, body: {} })
    expect(refused.code).toBe('not_found')
  })
})
