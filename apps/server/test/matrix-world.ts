/** Two generated teams with marked values, roles of random shape, and the callers who walk them. */
import { api } from '@muster/contract/api'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import type { Filter } from '@muster/contract/filters/ast'
import type { FilterField } from '@muster/contract/filters/subjects'
import type { ApiScope } from '@muster/contract/integrations/api-scopes'
import {
  type DataPermission,
  type FeaturePermission,
  featurePermissions,
} from '@muster/contract/roles/permissions'
import type { FastifyInstance } from 'fastify'
import { addFields } from '../src/engine/model/add-fields.ts'
import { changeModel } from '../src/engine/model/change-model.ts'
import { newApiToken } from '../src/features/auth/api-tokens.ts'
import { addCollection } from '../src/features/collections/collections.service.ts'
import { one, run, sql } from '../src/platform/db.ts'
import { aPerson, aTeam, type Grant, type TestPerson } from './a-team.ts'
import { clientOf } from './client.ts'
import type { MatrixCaller, Standing } from './matrix-oracle.ts'
import type { TestDeps } from './test-deps.ts'

export type Letter = 'a' | 'b'

/** Together they may send more requests per minute than the test can. */
const tokensPerCaller = 20
/** The number of the role that permits tokens. */
const tokenRole = 98

export interface MatrixCollection {
  key: string
  id: number
  homeId: number
  fields: { id: number; column: string }[]
}

export interface MatrixRecord {
  id: number
  homeId: number
  createdBy: number
  collectionIds: number[]
  values: Record<string, unknown>
}

export interface MatrixTeam {
  letter: Letter
  teamId: number
  schema: string
  adminClient: ReturnType<typeof clientOf>
  collections: MatrixCollection[]
  /** Definitions of the fields by root collection, for the evaluator. */
  fieldsOf: Map<number, readonly FilterField[]>
  records: MatrixRecord[]
  roleIds: number[]
  callers: MatrixCaller[]
}

/** Random numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Amounts are this plus the id of the record. */
export const leastAmount = 910_000_000_000
/** The first id of a record of each team. */
const firstRecord = { a: 7_000_000, b: 8_000_000 }
export const valueMarker = (letter: Letter, collection: string, column: string, n: number) =>
  `v7f-${letter}-${collection}-${column.split('_').at(-1)}-${n}-z`
export const columnOf = (letter: Letter, collection: string, name: string) =>
  `d7f_${letter}_${collection}_${name}`

const counts = { people: 30, places: 9, vault: 8 }

export async function matrixTeam(
  deps: TestDeps,
  app: FastifyInstance,
  letter: Letter,
  random: () => number,
): Promise<MatrixTeam> {
  const team = await aTeam(deps, { name: `d7f-${letter}-team-z` })
  const { teamId, schema, memberRoleId } = team
  const admin = clientOf(app, team.admin)
  await run(
    deps.pool,
    sql`select setval(${`"${schema}".record_id`}::regclass, ${firstRecord[letter]}::bigint)`,
  )
  const ids = await changeModel(deps, teamId, async (change) => {
    const add = (key: string, more: object = {}) =>
      addCollection(
        change,
        createCollectionBody.parse({
          name: `d7f-${letter}-${key}-z`,
          pluralName: `d7f-${letter}-${key}s-z`,
          ...more,
        }),
      )
    const field = (
      key: string,
      name: string,
      dataType: 'plain_text' | 'number' | 'single_data_record',
      settings = {},
    ) => ({
      title: `d7f-${letter}-${key}-${name}-z`,
      columnName: columnOf(letter, key, name),
      dataType,
      settings,
    })
    const places = await add('places')
    const vault = await add('vault')
    const people = await add('people')
    await addFields(change, places, [field('places', 'code', 'plain_text')])
    await addFields(change, vault, [field('vault', 'note', 'plain_text'), field('vault', 'amount', 'number')])
    await addFields(change, people, [
      field('people', 'score', 'number'),
      field('people', 'region', 'plain_text'),
      field('people', 'notes', 'plain_text'),
      field('people', 'amount', 'number'),
      field('people', 'home', 'single_data_record', { dataCollectionId: places }),
    ])
    const staff = await add('staff', { idParentDataCollection: people })
    const winners = await add('winners', {
      idParentDataCollection: people,
      isSmartCollection: true,
      membershipDataFilter: { field: columnOf(letter, 'people', 'score'), op: 'gt', value: 50 },
    })
    return { places, vault, people, staff, winners }
  })
  const model = await deps.models.get(teamId)
  const collections = Object.entries(ids).map(([key, id]): MatrixCollection => {
    const { homeId } = model.collections.get(id)!
    const fields = model.collections
      .get(homeId)!
      .fields.map(({ id: fieldId, columnName }) => ({ id: fieldId, column: columnName }))
    return { key, id, homeId, fields }
  })
  const fieldsOf = new Map(collections.map(({ homeId }) => [homeId, model.collections.get(homeId)!.fields]))
  const records = await addRecords()

  const roles = await addRoles()
  const people = await addPeople()
  await deps.models.changed(teamId)
  return {
    letter,
    teamId,
    schema,
    adminClient: admin,
    collections,
    fieldsOf,
    records,
    roleIds: roles.map(({ id }) => id),
    callers: people,
  }

  async function addRecords(): Promise<MatrixRecord[]> {
    const made: MatrixRecord[] = []
    const create = async (
      key: 'places' | 'vault' | 'people',
      valuesOf: (n: number) => Record<string, unknown>,
    ) => {
      const homeId = ids[key]
      const values = Array.from({ length: counts[key] }, (_, n) => ({ values: valuesOf(n) }))
      const { created } = await admin.ok(api.records.bulk, {
        params: { teamId, dataCollectionId: homeId },
        body: { create: values },
      })
      made.push(
        ...created.map((id, n) => ({
          id,
          homeId,
          createdBy: team.admin.teamUserId,
          collectionIds: [homeId],
          values: values[n]!.values,
        })),
      )
      return created
    }
    const text = (key: string, name: string, n: number) => valueMarker(letter, key, name, n)
    const column = (key: string, name: string) => columnOf(letter, key, name)
    const places = await create('places', (n) => ({
      name: text('places', 'name', n),
      [column('places', 'code')]: text('places', 'code', n),
    }))
    await create('vault', (n) => ({
      name: text('vault', 'name', n),
      [column('vault', 'note')]: text('vault', 'note', n),
      [column('vault', 'amount')]: leastAmount + firstRecord[letter] + 1_000 + n,
    }))
    const created = await create('people', (n) => ({
      name: text('people', 'name', n),
      [column('people', 'score')]: Math.floor(random() * 100),
      [column('people', 'region')]: ['North', 'South', 'East'][n % 3],
      [column('people', 'notes')]: text('people', 'notes', n),
      [column('people', 'amount')]: leastAmount + firstRecord[letter] + 2_000 + n,
      [column('people', 'home')]: places[n % places.length],
    }))
    const staff = created.filter((_, n) => n % 3 === 0 || n % 7 === 0)
    await admin.ok(api.records.bulk, {
      params: { teamId, dataCollectionId: ids.people },
      body: { addTo: ids.staff, target: { ids: staff } },
    })
    for (const record of made) {
      if (staff.includes(record.id)) record.collectionIds.push(ids.staff)
      if (Number(record.values[column('people', 'score')]) > 50) record.collectionIds.push(ids.winners)
    }
    return made
  }

  async function addRoles() {
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
    const rule = (): Filter | undefined => {
      const score = columnOf(letter, 'people', 'score')
      const region = columnOf(letter, 'people', 'region')
      return pick<Filter | undefined>([
        undefined,
        { field: score, op: 'lt', value: Math.floor(random() * 100) },
        { field: region, op: 'is', value: pick(['North', 'South', 'East']) },
        { not: { field: region, op: 'is', value: 'North' } },
        {
          and: [
            { field: score, op: 'gte', value: 20 },
            { field: region, op: 'anyOf', value: ['South', 'East'] },
          ],
        },
        { field: '@createdBy', op: 'is', value: { variable: 'currentUser' } },
      ])
    }
    const grant = (permission: DataPermission): Grant => {
      const peopleTree = collections.filter(({ homeId }) => homeId === ids.people)
      const rowFilter = rule()
      const limited = rowFilter === undefined ? {} : { rowFilter }
      const target = random()
      // A rule names fields of people, so that a rule for the whole team grants nothing elsewhere.
      if (target < 0.08) return { permission, ...limited }
      const isField = permission === 'read_data_field_data' || permission === 'update_data_field_data'
      if (target < 0.55 && isField)
        return { permission, dataFieldId: pick(peopleTree[0]!.fields).id, ...limited }
      if (target < 0.75) return { permission, dataCollectionId: pick(peopleTree).id, ...limited }
      const other = pick(collections.filter(({ key }) => key === 'places' || key === 'vault'))
      if (isField && random() < 0.6) return { permission, dataFieldId: pick(other.fields).id }
      return { permission, dataCollectionId: other.id }
    }
    const kinds: DataPermission[] = [
      'read_data_field_data',
      'read_data_field_data',
      'update_data_field_data',
      'delete_data_records',
      'read_data_record_metadata',
    ]
    const made: { id: number; isActive: boolean; permissions: FeaturePermission[]; grants: Grant[] }[] = []
    for (let n = 0; n < 14; n++) {
      const permissions = featurePermissions.filter(() => random() < 0.12)
      const grants = Array.from({ length: 1 + (n % 5) }, (_, index) =>
        grant(index === 0 ? 'read_data_field_data' : pick(kinds)),
      )
      // Half of the roles may change what they read first.
      if (n % 2 === 1) grants.push({ ...grants[0]!, permission: 'update_data_field_data' })
      made.push({
        id: await addRole(n, n !== 5, permissions, grants),
        isActive: n !== 5,
        permissions,
        grants,
      })
    }
    await team.setMemberGrants([])
    return made
  }

  async function addRole(n: number, isActive: boolean, permissions: FeaturePermission[], grants: Grant[]) {
    const { id } = (await one<{ id: number }>(
      deps.pool,
      sql`insert into muster.user_role (team_id, role_name, is_active)
          values (${teamId}, ${`r7f-${letter}-${n}-z`}, ${isActive}) returning id`,
    ))!
    await run(
      deps.pool,
      sql`insert into muster.feature_permission (user_role_id, permission) select ${id}, unnest(${permissions}::text[])`,
    )
    for (const { permission, dataCollectionId = null, dataFieldId = null, rowFilter } of grants) {
      await run(
        deps.pool,
        sql`insert into muster.data_permission (team_id, user_role_id, permission, data_collection_id, data_field_id, row_filter)
            values (${teamId}, ${id}, ${permission}, ${dataCollectionId}, ${dataFieldId}, ${rowFilter ? JSON.stringify(rowFilter) : null})`,
      )
    }
    return id
  }

  async function addTokens(teamUserId: number, userRoleId: number, scope: ApiScope): Promise<string[]> {
    await run(
      deps.pool,
      sql`insert into muster.team_user_role (team_user_id, user_role_id) values (${teamUserId}, ${userRoleId})`,
    )
    const tokens = Array.from({ length: tokensPerCaller }, newApiToken)
    for (const { prefix, hash } of tokens) {
      await run(
        deps.pool,
        sql`insert into muster.api_token (team_id, team_user_id, name, prefix, hash, scopes)
            values (${teamId}, ${teamUserId}, 'Matrix', ${prefix}, ${hash}, ${[scope]}::text[])`,
      )
    }
    return tokens.map(({ secret }) => secret)
  }

  async function addPeople(): Promise<MatrixCaller[]> {
    const made: MatrixCaller[] = []
    const standingOf = (teamUserId: number, held: typeof roles, isTeamAdmin = false): Standing => ({
      letter,
      teamId,
      teamUserId,
      isTeamAdmin,
      roleNumbers: held.map((role) => roles.indexOf(role)),
      featurePermissions: held.filter(({ isActive }) => isActive).flatMap(({ permissions }) => permissions),
      grants: held.filter(({ isActive }) => isActive).flatMap(({ grants }) => grants),
    })
    const caller = (
      label: string,
      person: TestPerson | null,
      standing: Standing | null,
      more: Partial<MatrixCaller> = {},
    ) => {
      made.push({
        label: `${letter}: ${label}`,
        headers: (): Record<string, string> => (person ? { cookie: person.cookie } : {}),
        isSignedIn: person !== null,
        isSysAdmin: false,
        refusesWrites: null,
        scope: null,
        standing,
        ...more,
      })
    }
    const users: { standing: Standing; label: string }[] = []
    for (let n = 0; n < 20; n++) {
      const user = await team.user({ firstName: `u7f-${letter}-${n}-z` })
      const held = roles.filter((_, index) =>
        n < 14
          ? index === n || (n % 3 === 1 && index === (n + 4) % 14) || (n % 5 === 2 && index === (n + 9) % 14)
          : n !== 17 && [n % 14, (n + 4) % 14, (n + 8) % 14].includes(index),
      )
      for (const role of held) {
        await run(
          deps.pool,
          sql`insert into muster.team_user_role (team_user_id, user_role_id) values (${user.teamUserId}, ${role.id})`,
        )
      }
      const standing = standingOf(user.teamUserId, held)
      if (n < 18) {
        const label = `user with roles ${standing.roleNumbers.join(', ') || 'none'}`
        users.push({ standing, label })
        caller(label, user, standing)
      } else if (n === 18) {
        await run(
          deps.pool,
          sql`update muster.team_user set activated_at = null, invited_at = now() where id = ${user.teamUserId}`,
        )
        caller('invited', user, null)
      } else {
        await run(deps.pool, sql`update muster.app_user set locked_at = now() where id = ${user.userId}`)
        caller('locked out', user, null, { isSignedIn: false })
      }
    }
    caller('administrator', team.admin, standingOf(team.admin.teamUserId, [], true))
    caller('deactivated', await team.deactivated(), null)
    if (letter === 'a') {
      caller('visitor', null, null)
      caller('system administrator', await aPerson(deps, 'Sys Admin', true), null, { isSysAdmin: true })
      caller('without a team', await aPerson(deps), null)
    }
    await deps.models.changed(teamId)
    for (const { standing, label } of users.slice(0, 4)) {
      const seer = await team.user({ isTeamAdmin: true })
      await clientOf(app, seer).ok(api.auth.seeAs, {
        params: { teamId },
        body: { teamUserId: standing.teamUserId },
      })
      caller(`sees as ${label}`, seer, standing, { refusesWrites: 'seeing_as' })
    }
    const mayUseTokens = await addRole(tokenRole, true, ['integrations_zapier'], [])
    for (const [n, { standing, label }] of users.slice(6, 10).entries()) {
      const scope = n % 2 === 0 ? 'read' : 'write'
      const secrets = await addTokens(standing.teamUserId, mayUseTokens, scope)
      standing.featurePermissions.push('integrations_zapier')
      standing.roleNumbers.push(tokenRole)
      const grants = standing.grants.filter(
        ({ permission }) =>
          scope === 'write' ||
          permission === 'read_data_field_data' ||
          permission === 'read_data_record_metadata',
      )
      let turn = 0
      // Of the features of their user they have none.
      const limited = { ...standing, grants, featurePermissions: [] }
      caller(`token to ${scope} of ${label}`, null, limited, {
        headers: () => ({ authorization: `Bearer ${secrets[turn++ % secrets.length]}` }),
        isSignedIn: true,
        refusesWrites: scope === 'read' ? 'token_not_allowed' : null,
        scope,
      })
    }
    if (made.length < 20 || memberRoleId === 0) throw new Error('Too few callers')
    return made
  }
}
