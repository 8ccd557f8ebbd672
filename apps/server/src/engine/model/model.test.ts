import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTeam } from '../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../test/test-deps.ts'
import { Models } from './models.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await testDeps()
})
afterAll(() => deps.close())

it('keeps the models of the teams used last, up to its limit', async () => {
  const teamIds: number[] = []
  for (let n = 0; n < 3; n++) teamIds.push((await aTeam(deps)).teamId)
  const [first, second, third] = teamIds as [number, number, number]
  const models = new Models(deps.pool, deps.live, { limit: 2 })
  const [ofFirst, ofSecond] = [await models.get(first), await models.get(second)]
  expect(await models.get(first)).toBe(ofFirst)
  // The second is now the one that was used least recently.
  await models.get(third)
  expect(await models.get(first)).toBe(ofFirst)
  expect(await models.get(second)).not.toBe(ofSecond)
})
