import { collectionsApi } from '@muster/contract/collections/collections.api'
import type { Filter } from '@muster/contract/filters/ast'
import { operationsApi } from '@muster/contract/operations/operations.api'
import { projectsApi } from '@muster/contract/projects/projects.api'
import {
  isDoneColumn,
  memberColumns,
  projectColumns,
  taskColumns,
} from '@muster/contract/projects/projects.rules'
import { recordsApi } from '@muster/contract/records/records.api'
import { searchApi } from '@muster/contract/search/search.api'
import { viewsApi } from '@muster/contract/views/views.api'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTeam, type TestTeam, type TestUser } from '../../../test/a-team.ts'
import { type Client, clientOf } from '../../../test/client.ts'
import { type TestDeps, testApp, testDeps } from '../../../test/test-deps.ts'
import { ident, one, run, sql } from '../../platform/db.ts'
import { undoRegistry } from '../../undo.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { viewsRoutes } from '../views/views.routes.ts'
import { projectsRoutes } from './projects.routes.ts'

let deps: TestDeps
let app: FastifyInstance
let client: Client
let team: TestTeam

beforeAll(async () => {
  deps = await testDeps()
  app = await testApp(deps, (bindTo) => {
    bindTo(projectsApi, projectsRoutes(deps))
    bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
    bindTo(recordsApi, recordsRoutes(deps))
    bindTo(operationsApi, operationsRoutes(deps, undoRegistry))
    bindTo(searchApi, searchRoutes(deps))
    bindTo(viewsApi, viewsRoutes(deps))
  })
  client = clientOf(app)
  team = await aTeam(deps)
})
afterAll(async () => {
  await app.close()
  await deps.close()
})

const projects = (user: TestUser = team.admin) =>
  client.as(user).ok(projectsApi.prepare, { params: { teamId: team.teamId } })

async function allOf(dataCollectionId: number, user: TestUser = team.admin) {
  const params = { teamId: team.teamId, dataCollectionId }
  const sort = [{ field: '@id', direction: 'asc' as const }]
  return (await client.as(user).ok(recordsApi.query, { params, body: { sort } })).items
}

describe('reading', () => {
  test('changes nothing, and says what has to be prepared', async () => {
    const other = await aTeam(deps)
    const params = { teamId: other.teamId }
    const read = (user = other.admin) => client.as(user).ok(projectsApi.get, { params })
    const size = async () =>
      one(
        deps.pool,
        sql`select (select count(*) from muster.data_collection where team_id = ${other.teamId}) as collections,
              (select count(*) from ${ident(other.schema, 'operation')}) as operations,
              (select model_version from muster.team where id = ${other.teamId}) as version`,
      )
    const empty = await size()
    expect(await read()).toEqual({ projects: null, isCurrent: false })
    expect(await size()).toEqual(empty)

    const prepared = await client.as(other.admin).ok(projectsApi.prepare, { params })
    const before = await size()
    expect(await read()).toEqual({ projects: prepared, isCurrent: true })
    const newcomer = await other.user()
    expect(await read(newcomer)).toMatchObject({ projects: { ownMemberId: null }, isCurrent: false })
    expect(await size()).toEqual(before)

    const { ownMemberId } = await client.as(newcomer).ok(projectsApi.prepare, { params })
    expect(await read(newcomer)).toMatchObject({ projects: { ownMemberId }, isCurrent: true })
  })
})

describe('the collections', () => {
  test('are created once, even by concurrent requests', async () => {
    const [first, other] = await Promise.all([projects(), projects(team.member)])
    expect({ ...first, ownMemberId: 0 }).toEqual({ ...other, ownMemberId: 0 })
    expect(await projects()).toEqual(first)
    const statuses = await allOf(first.taskStatusListId)
    expect(statuses.map(({ name, values }) => [name, values[isDoneColumn]])).toEqual([
      ['To do', false],
      ['In progress', false],
      ['Waiting', false],
      ['Done', true],
    ])
    expect((await allOf(first.taskPriorityListId)).map(({ name }) => name)).toEqual([
      'Urgent',
      'High',
      'Normal',
      'Low',
    ])
  })

  test('do not reserve names, and cannot be deleted', async () => {
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

  test('are in the language of the team’s data', async () => {
    const french = await aTeam(deps, { defaultInterfaceLanguage: 'fr' })
    const params = { teamId: french.teamId }
    const { taskCollectionId } = await client.as(french.admin).ok(projectsApi.prepare, { params })
    const tasks = await client
      .as(french.admin)
      .ok(collectionsApi.get, { params: { ...params, dataCollectionId: taskCollectionId } })
    expect([tasks.name, tasks.nameTranslations.es]).toEqual(['Tâche', 'Tarea'])
  })
})

describe('members', () => {
  test('are synchronized with the users of the team', async () => {
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

  test('are not in recent changes or search results', async () => {
    await projects()
    const params = { teamId: team.teamId }
    const recent = await client.as(team.admin).ok(operationsApi.recentChanges, { params, query: {} })
    expect(recent.items).toEqual([])
    const found = await client.as(team.admin).ok(searchApi.all, { params, query: { q: 'ada' } })
    expect(found.items).toEqual([])
  })
})

describe('a task', () => {
  test('has a default status, and can be assigned, linked to any record, found, and undone', async () => {
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

  test('is hidden without read permission', async () => {
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

test('a filter finds the current user’s tasks, also through their projects', async () => {
  await team.setMemberGrants([{ permission: 'read_data_field_data' }])
  const { taskCollectionId, projectCollectionId, ownMemberId } = await projects()
  const { ownMemberId: membersOwn } = await projects(team.member)
  const params = { teamId: team.teamId, dataCollectionId: taskCollectionId }
  const make = async (name: string, more: Record<string, unknown>) =>
    (
      await client.as(team.admin).ok(recordsApi.create, {
        params,
        body: { values: { [taskColumns.name]: name, ...more } },
      })
    ).record.id
  const { record: project } = await client.as(team.admin).ok(recordsApi.create, {
    params: { ...params, dataCollectionId: projectCollectionId },
    body: { values: { name: 'Move', [projectColumns.owner]: membersOwn } },
  })
  const mine = await make('Call', { [taskColumns.assignee]: ownMemberId })
  const theirs = await make('Pack', { [taskColumns.assignee]: membersOwn })
  const nobodys = await make('Wait', { [taskColumns.project]: project.id })
  const made = [mine, theirs, nobodys]
  const me = { variable: 'currentUser' }
  const found = async (filter: Filter, user: TestUser) => {
    const { items } = await client.as(user).ok(recordsApi.query, { params, body: { filter, limit: 1000 } })
    return items.map(({ id }) => id).filter((id) => made.includes(id))
  }
  const own: Filter = { field: taskColumns.assignee, op: 'is', value: me }
  expect(await found(own, team.admin)).toEqual([mine])
  expect(await found(own, team.member)).toEqual([theirs])
  const both: Filter = { field: taskColumns.assignee, op: 'anyOf', value: [me, ownMemberId] }
  expect((await found(both, team.member)).sort()).toEqual([mine, theirs].sort())
  const notOwn: Filter = { field: taskColumns.assignee, op: 'isNot', value: me }
  expect((await found(notOwn, team.member)).sort()).toEqual([mine, nobodys].sort())
  const ofOwnProjects: Filter = {
    field: taskColumns.project,
    op: 'some',
    where: { field: projectColumns.owner, op: 'is', value: me },
  }
  expect(await found(ofOwnProjects, team.member)).toEqual([nobodys])
  expect(await found(ofOwnProjects, team.admin)).toEqual([])
  const { IdDataFieldDataObjectName } = await client.as(team.member).ok(collectionsApi.get, { params })
  const view = await client.as(team.member).ok(viewsApi.create, {
    params: { teamId: team.teamId },
    body: {
      dataCollectionId: taskCollectionId,
      type: 'table',
      internalName: 'My tasks',
      recordNameDataFieldId: IdDataFieldDataObjectName,
      filter: own,
      sharing: 'personal',
    },
  })
  expect(view.filter).toEqual(own)
})
