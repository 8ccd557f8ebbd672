/**
 * Each kind of caller reads and writes exactly what its grants allow. Compares the engine's statements with
 * the contract's evaluator over whole records, for random grants.
 */
import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { evaluate, type FilterRecord } from '@muster/contract/filters/evaluate'
import type { QueryResult } from '@muster/contract/records/records.schema'
import type { DataPermission } from '@muster/contract/roles/permissions'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type TestWorld } from '../../../test/a-world.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { historyOf } from '../../features/operations/history.ts'
import { ident, queryText, rows, sql } from '../../platform/db.ts'
import type { TokenScope } from '../../platform/http/context.ts'
import type { RoleModel, TeamModel } from '../model/model.ts'
import { pageSql, selectionOf } from '../query/page.ts'
import { bulk } from '../write/bulk.ts'
import { updateRecord } from '../write/update.ts'
import { accessTo } from './access.ts'
import { type Caller, type NamedGrant, namedAccess } from './caller.ts'
import { scopeOf } from './scope.ts'
import { treeContext } from './tree-context.ts'

const columns = ['name', 'score', 'is_member', 'notes'] as const
type Column = (typeof columns)[number]

/** A grant before the ids of its targets are known; without a column it is on the whole people collection. */
interface Draft {
  permission: DataPermission
  column: Column | null
  rows: Filter | null
}

const rule: fc.Arbitrary<Filter | null> = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 12 }).map((value): Filter => ({ field: 'score', op: 'lt', value })),
    fc.boolean().map((value): Filter => ({ field: 'is_member', op: 'is', value })),
    fc.constant<Filter>({ not: { field: 'name', op: 'contains', value: '1' } }),
  ),
)
const draft: fc.Arbitrary<Draft> = fc.record({
  permission: fc.constantFrom<DataPermission>(
    'read_data_field_data',
    'read_data_field_data',
    'update_data_field_data',
    'update_data_field_data',
    'delete_data_records',
    'read_data_record_metadata',
  ),
  column: fc.option(fc.constantFrom(...columns)),
  rows: rule,
})
const tokenScope: fc.Arbitrary<{ permissions: DataPermission[]; isElsewhere: boolean }> = fc.record({
  permissions: fc.subarray<DataPermission>([
    'read_data_field_data',
    'update_data_field_data',
    'delete_data_records',
    'read_data_record_metadata',
  ]),
  isElsewhere: fc.nat({ max: 9 }).map((n) => n === 0),
})

describe('a caller', () => {
  let deps: TestDeps
  let world: TestWorld
  let model: TeamModel
  let fieldIds: Record<string, number>
  beforeAll(async () => {
    deps = await testDeps()
    world = await aWorld(deps, false)
    model = await world.model()
    fieldIds = await world.fieldIds(world.people)
    const create = Array.from({ length: 12 }, (_, n) => ({
      values: { name: `Person ${n}`, score: n, is_member: n % 3 === 0, notes: `<p>${n}</p>` },
    }))
    await bulk(deps, await world.context(admin()), { create, update: [], skipBad: false })
  })
  afterAll(() => deps.close())

  const admin = () => world.team.admin.teamUser
  const kinds = ['team_user', 'api_token', 'wizard_run', 'visitor', 'system'] as const

  it.each(kinds)('of the kind %s reads and writes only what it is granted', async (kind) => {
    let shown = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(draft, { minLength: 1, maxLength: 6 }),
        tokenScope,
        fc.nat(),
        async (drafts, scope, seed) => {
          const token: TokenScope | null =
            kind === 'api_token'
              ? {
                  permissions: scope.permissions,
                  dataCollectionIds: scope.isElsewhere ? [world.places] : null,
                }
              : null
          const { caller, ownModel } = callerOf(kind, drafts, token)
          const truth = new Truth(await wholeRecords(), drafts, token, world.people)
          shown += await expectReads(caller, ownModel, truth)
          await expectWrites(caller, ownModel, truth, seed)
          await expectDeletions(caller, ownModel, truth)
        },
      ),
      { numRuns: 25 },
    )
    expect(shown).toBeGreaterThan(0)
  })

  it('cannot access a collection without a grant', async () => {
    const caller: Caller = {
      kind: 'visitor',
      id: 1,
      teamUserId: 0,
      access: namedAccess([{ permission: 'read_data_field_data', dataCollectionId: world.people }]),
    }
    expect(() => accessTo(model, caller, world.places)).toThrow(AppError)
    const text = bulk(deps, await world.context(caller), {
      create: [{ values: { name: 'Mine' } }],
      update: [],
      skipBad: false,
    })
    await expect(text).rejects.toMatchObject({ code: 'access_denied' })
  })

  it('is recorded by kind in its operations', async () => {
    const access = namedAccess([
      { permission: 'read_data_field_data', dataCollectionId: world.people },
      { permission: 'update_data_field_data', dataCollectionId: world.people },
    ])
    const caller: Caller = { kind: 'wizard_run', id: 77, teamUserId: 0, access }
    const { operation, created } = await bulk(deps, await world.context(caller), {
      create: [{ values: { name: 'From a wizard' } }],
      update: [],
      skipBad: false,
    })
    const [row] = await rows(
      deps.pool,
      sql`select actor, team_user_id from ${ident(model.schema, 'operation')} where id = ${operation!.id}`,
    )
    expect(row).toEqual({ actor: { kind: 'wizard_run', id: 77 }, team_user_id: null })
    const page = { limit: 10 }
    const history = await historyOf(await world.context(admin()), created[0]!, page)
    expect(history!.items.map(({ by, actor }) => ({ by, actor }))).toEqual([
      { by: null, actor: 'wizard_run' },
    ])
  })

  function callerOf(kind: (typeof kinds)[number], drafts: readonly Draft[], token: TokenScope | null) {
    const grants = drafts.map(
      ({ permission, column, rows: filter }): NamedGrant => ({
        permission,
        ...(column === null ? { dataCollectionId: world.people } : { dataFieldId: fieldIds[column]! }),
        ...(filter ? { rows: filter } : {}),
      }),
    )
    const access = namedAccess(grants)
    if (kind !== 'team_user' && kind !== 'api_token') {
      const caller: Caller = { kind, id: kind === 'system' ? null : 5, teamUserId: 0, access }
      return { caller, ownModel: model }
    }
    const role: RoleModel = {
      id: 999_999,
      roleName: 'Random',
      isActive: true,
      isMember: false,
      featurePermissions: [],
      dataGrants: access.grants,
    }
    const standing = { teamUserId: world.team.member.teamUserId, isTeamAdmin: false, userRoleIds: [role.id] }
    const caller: Caller = token
      ? { kind: 'api_token', id: 3, scope: token, ...standing }
      : { kind: 'team_user', ...standing }
    return { caller, ownModel: { ...model, roles: new Map([[role.id, role]]) } }
  }

  /** All records, as an administrator reads them. */
  async function wholeRecords(): Promise<FilterRecord[]> {
    return (await read(admin(), model)).items.map((record) => ({
      ...record,
      dataCollectionIds: [world.people],
    }))
  }

  async function read(caller: Caller, ownModel: TeamModel): Promise<QueryResult> {
    const tree = treeContext({ model: ownModel, caller }, world.people)
    const query = { sort: [], limit: 1000, count: 'none' as const, deleted: false, search: undefined }
    const statement = pageSql(selectionOf(scopeOf(tree), query), query, null)
    const [row] = await queryText(deps.pool, statement, false)
    return { items: JSON.parse(row?.[0] ?? '[]') } as QueryResult
  }

  async function expectReads(caller: Caller, ownModel: TeamModel, truth: Truth): Promise<number> {
    const expected = truth.readable()
    if (!contextIfAny(ownModel, caller)) {
      expect(expected).toEqual({})
      return 0
    }
    const { items } = await read(caller, ownModel)
    const found = Object.fromEntries(
      items.map(({ id, values }) => [id, pick(values, Object.keys(values) as Column[])]),
    )
    expect(found).toEqual(expected)
    return items.length
  }

  async function expectWrites(caller: Caller, ownModel: TeamModel, truth: Truth, seed: number) {
    const context = contextIfAny(ownModel, caller)
    if (!context) return
    const record = truth.records[seed % truth.records.length]!
    const column = columns[seed % columns.length]!
    const old = record.values[column]
    const value = { name: `Changed ${seed}`, score: 50, is_member: !old, notes: `<p>c${seed}</p>` }[column]
    const outcome = await updateRecord(deps, context, {
      id: record.id,
      values: { [column]: value },
    }).then(
      (text) => (text === null ? 'not there' : 'written'),
      (error: unknown) => error,
    )
    const isVisible = record.id in truth.readable()
    if (!isVisible) expect(outcome).not.toBe('written')
    else if (truth.mayUpdate(record, column)) expect(outcome).toBe('written')
    else expect(outcome).toBeInstanceOf(AppError)
    const [after] = (await wholeRecords()).filter(({ id }) => id === record.id)
    expect(after!.values[column]).toEqual(outcome === 'written' ? value : old)
    if (outcome === 'written') {
      await updateRecord(deps, await world.context(admin()), { id: record.id, values: { [column]: old } })
    }
  }

  async function expectDeletions(caller: Caller, ownModel: TeamModel, truth: Truth) {
    const context = contextIfAny(ownModel, caller)
    if (!context) return
    const ids = truth.records.map(({ id }) => id)
    const expected = truth.deletable()
    await bulk(deps, context, { delete: { ids } }).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'access_denied' })
    })
    const left = (await wholeRecords()).map(({ id }) => id)
    expect(ids.filter((id) => !left.includes(id))).toEqual(expected)
    if (expected.length > 0) await bulk(deps, await world.context(admin()), { restore: { ids: expected } })
  }

  const contextIfAny = (ownModel: TeamModel, caller: Caller) => {
    try {
      return treeContext({ model: ownModel, caller, executor: deps.pool }, world.people)
    } catch {
      return null
    }
  }

  const pick = (values: Readonly<Record<string, unknown>>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, values[name]]))

  /** An independent implementation of grants, evaluated on whole records. */
  class Truth {
    readonly records: readonly FilterRecord[]
    private readonly drafts: readonly Draft[]

    constructor(
      records: readonly FilterRecord[],
      drafts: readonly Draft[],
      token: TokenScope | null,
      home: number,
    ) {
      const isReached = !token || token.dataCollectionIds === null || token.dataCollectionIds.includes(home)
      this.records = records
      this.drafts = isReached
        ? drafts.filter(({ permission }) => !token || token.permissions.includes(permission))
        : []
    }

    private may(permission: DataPermission, column: string | null, record: FilterRecord): boolean {
      return this.drafts.some(
        (one) =>
          one.permission === permission &&
          (one.column === null || one.column === column) &&
          (one.rows === null || evaluate(one.rows, record, this.context())),
      )
    }

    private context() {
      const home = model.collections.get(world.people)!
      return {
        fields: home.fields,
        now: new Date(),
        timeZone: model.timeZone,
        fieldsOf: () => undefined,
        linked: () => undefined,
      }
    }

    /** Readable values by record id, for records with at least one readable value. */
    readable(): Record<number, Record<string, unknown>> {
      const all = model.collections.get(world.people)!.fields.map(({ columnName }) => columnName)
      // A column that is readable on some record is part of every record, null where it is not readable.
      const granted = all.filter((column) =>
        this.drafts.some(
          (one) =>
            one.permission === 'read_data_field_data' && (one.column === null || one.column === column),
        ),
      )
      const entries = this.records.flatMap((record) => {
        const own = granted.filter((column) => this.may('read_data_field_data', column, record))
        const values = granted.map((column) => [column, own.includes(column) ? record.values[column] : null])
        return own.length > 0 ? [[record.id, Object.fromEntries(values)] as const] : []
      })
      return Object.fromEntries(entries)
    }

    mayUpdate(record: FilterRecord, column: string): boolean {
      return (
        this.may('read_data_field_data', column, record) && this.may('update_data_field_data', column, record)
      )
    }

    deletable(): number[] {
      const seen = this.readable()
      return this.records
        .filter((record) => record.id in seen && this.may('delete_data_records', null, record))
        .map(({ id }) => id)
    }
  }
})
