/** An app and a world for the tests of one feature; the exported variables are set in `beforeAll`. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { aWorld, type TestWorld } from './a-world.ts'
import { type Client, clientOf } from './client.ts'
import { type Features, type TestDeps, testApp, testDeps } from './test-deps.ts'

export let deps: TestDeps
export let visitor: Client
export let world: TestWorld
export let admin: Client
export let member: Client
/** Ids of the fields of people and of places, by column name. */
export let people: Record<string, number>
export let places: Record<string, number>

/** Creates the app. Call it once in a test file. */
export function inAnApp(featuresOf: (deps: TestDeps) => Features) {
  let app: FastifyInstance | undefined
  beforeAll(async () => {
    deps = await testDeps()
    app = await testApp(deps, featuresOf(deps))
    visitor = clientOf(app)
  })
  afterAll(async () => {
    await app?.close()
    await deps?.close()
  })
}

async function newWorld(): Promise<void> {
  world = await aWorld(deps)
  admin = visitor.as(world.team.admin)
  member = visitor.as(world.team.member)
  people = await world.fieldIds(world.people)
  places = await world.fieldIds(world.places)
}

/** Creates a new world for the tests of a `describe` or of the file. */
export const withWorld = () => beforeAll(newWorld)

/** Creates a new world for each test. */
export const withNewWorlds = () => beforeEach(newWorld)

export const team = () => ({ teamId: world.team.teamId })
