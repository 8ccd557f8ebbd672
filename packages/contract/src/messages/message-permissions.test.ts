import { expect, test } from 'vitest'
import { mayOwn } from './message-permissions.ts'

test('only a team admin gives a message to somebody else', () => {
  const [self, owner, other] = [1, 2, 3]
  const mayBe = (isTeamAdmin: boolean) =>
    [self, owner, other].filter((next) => mayOwn({ isTeamAdmin }, self, owner, next))
  expect(mayBe(false)).toEqual([self, owner])
  expect(mayBe(true)).toEqual([self, owner, other])
})
