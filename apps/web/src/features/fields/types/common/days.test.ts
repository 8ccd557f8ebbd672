/** The two nights of a year on which clocks change. */
import { expect, it } from 'vitest'
import { instantAt, otherInstantOf, wallOf, zoneName } from './days.ts'

const newYork = 'America/New_York'

it('an hour that occurs twice has two instants, each with its own zone name', () => {
  const [summer, winter] = ['2024-11-03T05:30:00Z', '2024-11-03T06:30:00Z']
  expect(instantAt('2024-11-03', '01:30', newYork)).toBe(summer)
  expect([otherInstantOf(summer, newYork), otherInstantOf(winter, newYork)]).toEqual([winter, summer])
  expect(wallOf(winter, newYork)).toEqual({ day: '2024-11-03', time: '01:30:00' })
  expect([zoneName(summer, 'en', newYork), zoneName(winter, 'en', newYork)]).toEqual(['EDT', 'EST'])
})

it('any other hour has one', () => {
  expect(otherInstantOf('2024-11-03T04:59:59Z', newYork)).toBeNull()
  expect(otherInstantOf('2024-11-03T07:00:00Z', newYork)).toBeNull()
  expect(otherInstantOf('2024-07-01T12:00:00Z', newYork)).toBeNull()
  expect(otherInstantOf('2024-07-01T12:00:00Z', 'UTC')).toBeNull()
})

it('an hour that is skipped becomes the next one', () => {
  const instant = instantAt('2024-03-10', '02:30', newYork)
  expect(instant).toBe('2024-03-10T07:30:00Z')
  expect(wallOf(instant, newYork)).toEqual({ day: '2024-03-10', time: '03:30:00' })
})

it('a change by half an hour works too', () => {
  expect(otherInstantOf('2024-04-06T15:15:00Z', 'Australia/Lord_Howe')).not.toBeNull()
})
