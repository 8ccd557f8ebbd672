/**
 * Two teams that are written to at a pace, through HTTP, with a note of what each write has done: the rows that it added
 * to logs, and the states in which it left what it changed. Nothing is changed by two writers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { recordsApi } from '@muster/contract/records/records.api'
import { usersApi } from '@muster/contract/users/users.api'
import type { FastifyInstance } from 'fastify'
import { recordsRoutes } from '../src/features/records/records.routes.ts'
import { usersRoutes } from '../src/features/users/users.routes.ts'
import { type Executor, ident, rows, sql } from '../src/platform/db.ts'
import { aWorld, type TestWorld } from './a-world.ts'
import { type Client, clientOf } from './client.ts'
import { type TestDeps, testApp, testDeps } from './test-deps.ts'

/** What is stored, by names that are unique among both teams. */
export interface Stored {
  /** Rows of logs. */
  log: Record<string, unknown>
  states: Record<string, unknown>
}

interface Effect {
  log: string[]
  states: Record<string, unknown>
}

export interface Write extends Effect {
  /** When the request was sent and when its answer had come, of `performance.now()`. */
  startedAt: number
  endedAt: number
}

/** Makes the n-th write of a writer. */
type Writer = (n: number) => Promise<Effect>

const recordWriters = 4

export class BusyTeams {
  readonly writes: Write[] = []
  private isStopped = false
  private working: Promise<unknown> = Promise.resolve()
  private readonly deps: TestDeps
  private readonly app: FastifyInstance
  private readonly worlds: TestWorld[]
  private readonly writers: Writer[] = []

  private constructor(deps: TestDeps, app: FastifyInstance, worlds: TestWorld[]) {
    this.deps = deps
    this.app = app
    this.worlds = worlds
  }

  static async create(databaseUrl: string): Promise<BusyTeams> {
    const deps = await testDeps({ db: { url: databaseUrl, drop: async () => {} }, connections: 8 })
    const app = await testApp(deps, (bindTo) => {
      bindTo(recordsApi, recordsRoutes(deps))
      bindTo(usersApi, usersRoutes(deps))
    })
    const busy = new BusyTeams(deps, app, [await aWorld(deps), await aWorld(deps)])
    for (const world of busy.worlds) {
      const client = clientOf(app, world.team.admin)
      busy.writers.push(writerOfUser(client, world))
      for (let n = 0; n < recordWriters; n++) busy.writers.push(await writerOfRecords(client, world, n))
    }
    return busy
  }

  /** Begins to write. `stop` fails if a write has failed. */
  start(perSecond: number): void {
    const pauseMs = (1000 / perSecond) * this.writers.length
    this.working = Promise.all(this.writers.map((writer) => this.repeat(pauseMs, writer)))
    this.working.catch(() => {})
  }

  /** Whether the writers change a table, such as `muster.team_user`. */
  async changes(table: string): Promise<boolean> {
    if (['muster.team_user', 'muster.audit_event'].includes(table)) return true
    for (const { team, people, places, model } of this.worlds) {
      const { collections } = await model()
      const values = [people, places].map((id) => collections.get(id)!.tableName)
      const others = ['operation', 'log_event', 'data_record', 'membership', 'field_counter']
      if ([...values, ...others].some((name) => table === `${team.schema}.${name}`)) return true
    }
    return false
  }

  /** Waits for the writes that are under way. */
  async stop(): Promise<void> {
    this.isStopped = true
    await this.working
  }

  async close(): Promise<void> {
    await this.stop().catch(() => {})
    await this.app.close()
    await this.deps.close()
  }

  private async repeat(pauseMs: number, writer: Writer): Promise<void> {
    const begunAt = performance.now()
    for (let n = 0; !this.isStopped; n++) {
      await sleep(Math.max(0, begunAt + n * pauseMs - performance.now()))
      const startedAt = performance.now()
      const effect = await writer(n)
      this.writes.push({ startedAt, endedAt: performance.now(), ...effect })
    }
  }

  /** Reads what is stored about the teams, in the database that is written to or in a copy of it. */
  async read(executor: Executor): Promise<Stored> {
    const found: { part: keyof Stored; name: string; value: unknown }[] = []
    for (const world of this.worlds) {
      const { people, places, staff, team } = world
      const { teamId, schema } = team
      const { collections } = await world.model()
      const table = (name: string) => ident(schema, name)
      const values = (id: number) => table(collections.get(id)!.tableName)
      const records = (id: number) =>
        sql`(select * from ${table('data_record')} where data_collection_id = ${id}) d`
      found.push(
        ...(await rows<(typeof found)[number]>(
          executor,
          // A row that is missing in one of two tables makes another name.
          sql`select 'log' as part, concat(${schema}::text, ' operation ', o.id, ' record ', e.record_id, ' version ', e.version) as name,
                jsonb_build_array(to_jsonb(o), to_jsonb(e)) as value
              from ${table('operation')} o full join ${table('log_event')} e on e.operation_id = o.id
              union all
              select 'log', concat('user ', subject_id, ' ', after ->> 'firstName'), to_jsonb(a)
              from muster.audit_event a where team_id = ${teamId} and subject = 'team_user'
              union all
              select 'states', concat('user ', id), to_jsonb(first_name)
              from muster.team_user where team_id = ${teamId}
              union all
              select 'states', concat(${schema}::text, ' place ', p.record_id), to_jsonb(array[p.name, d.name])
              from ${records(places)} full join ${values(places)} p on p.record_id = d.id
              union all
              select 'states', concat(${schema}::text, ' person ', p.record_id), jsonb_build_object(
                'names', array[p.name, d.name], 'version', d.version, 'score', p.score, 'notes', p.notes, 'number', p.number,
                'isDeleted', array[p.deleted_at is not null, d.deleted_at is not null],
                'isStaff', exists (select from ${table('membership')} m
                  where m.record_id = p.record_id and m.data_collection_id = ${staff}),
                'isFound', d.deleted_at is not null or
                  d.search @@ plainto_tsquery('simple', concat(p.name, ' ', ${ident(schema, 'plain_text')}(p.notes))))
              from ${records(people)} full join ${values(people)} p on p.record_id = d.id
              union all
              -- Numbers are given out before the record is written, and some are never used.
              select 'states', concat(${schema}::text, ' next number is free'), to_jsonb(
                (select max(last) from ${table('field_counter')}) >= (select max(substr(number, 3)::int) from ${values(people)}))`,
        )),
      )
    }
    const part = (of: keyof Stored) =>
      Object.fromEntries(found.filter((one) => one.part === of).map(({ name, value }) => [name, value]))
    return { log: part('log'), states: part('states') }
  }
}

function writerOfUser(client: Client, { team }: TestWorld): Writer {
  const { teamUserId } = team.member
  return async (n) => {
    const firstName = `Max ${n}`
    await client.ok(usersApi.update, {
      params: { teamId: team.teamId, teamUserId },
      body: { firstName, lastName: 'User', isTeamAdmin: false, userRoleIds: [] },
    })
    return { log: [`user ${teamUserId} ${firstName}`], states: { [`user ${teamUserId}`]: firstName } }
  }
}

interface Person {
  id: number
  version: number
  name: string
  score: number
  notes: string | null
  number: unknown
}

/** Creates, changes and deletes people and places, and moves scores between two people. */
async function writerOfRecords(client: Client, world: TestWorld, writer: number): Promise<Writer> {
  const { team, people, places, staff } = world
  const { teamId, schema } = team
  const entry = (operation: { id: number } | null, id: number, version: number) =>
    `${schema} operation ${operation!.id} record ${id} version ${version}`
  const stateOf = ({ id, ...person }: Person, isStaff: boolean, isDeleted = false) => {
    const { name, ...others } = person
    const state = {
      names: [name, name],
      ...others,
      isStaff,
      isDeleted: [isDeleted, isDeleted],
      isFound: true,
    }
    return { [`${schema} person ${id}`]: state }
  }
  const create = async (dataCollectionId: number, values: Record<string, unknown>) => {
    const params = { teamId, dataCollectionId }
    return client.ok(recordsApi.create, { params, body: { values, dataCollectionIds: [] } })
  }
  const createPerson = async (name: string, dataCollectionId: number) => {
    const { record, operation } = await create(dataCollectionId, { name, score: 0 })
    const { number } = record.values
    const person: Person = { id: record.id, version: 1, name, score: 0, notes: null, number }
    return { person, operation }
  }
  const [from, to] = [
    (await createPerson(`From ${writer}`, people)).person,
    (await createPerson(`To ${writer}`, people)).person,
  ]
  let latest: Person

  const steps: Writer[] = [
    async (n) => {
      const { person, operation } = await createPerson(`Person ${writer} ${n}`, staff)
      latest = person
      return { log: [entry(operation, person.id, 1)], states: stateOf(person, true) }
    },
    async () => {
      from.score -= 1
      to.score += 1
      const { operation } = await client.ok(recordsApi.bulk, {
        params: { teamId, dataCollectionId: people },
        body: {
          create: [],
          update: [from, to].map(({ id, score }) => ({ id, values: { score } })),
          skipBad: false,
        },
      })
      const both = [from, to]
      for (const person of both) person.version += 1
      return {
        log: both.map(({ id, version }) => entry(operation, id, version)),
        states: { ...stateOf(from, false), ...stateOf(to, false) },
      }
    },
    async (n) => {
      const name = `Place ${writer} ${n}`
      const { record, operation } = await create(places, { name })
      return {
        log: [entry(operation, record.id, 1)],
        states: { [`${schema} place ${record.id}`]: [name, name] },
      }
    },
    async (n) => {
      latest.notes = `<p>Seen ${writer} ${n}</p>`
      latest.version += 1
      const { operation } = await client.ok(recordsApi.update, {
        params: { teamId, dataRecordId: latest.id },
        body: { values: { notes: latest.notes } },
      })
      return { log: [entry(operation, latest.id, latest.version)], states: stateOf(latest, true) }
    },
    async () => {
      latest.version += 1
      const params = { teamId, dataRecordId: latest.id }
      const { operation } = await client.ok(recordsApi.remove, { params })
      return { log: [entry(operation, latest.id, latest.version)], states: stateOf(latest, true, true) }
    },
  ]
  return (n) => steps[n % steps.length]!(n)
}
