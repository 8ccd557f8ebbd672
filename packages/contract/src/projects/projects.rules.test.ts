import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueGroupOf, positionBetween, positionsFor } from './projects.rules.ts'

describe('positionBetween', () => {
  test('finds a position at both ends and in the middle', () => {
    expect(positionBetween(null, null)).toBe(0)
    expect(positionBetween(null, 0)).toBeLessThan(0)
    expect(positionBetween(0, null)).toBeGreaterThan(0)
    expect(positionBetween(0, 1024)).toBe(512)
    expect(positionBetween(5, 5)).toBeUndefined()
    expect(positionBetween(0, 0.000_001)).toBeUndefined()
  })

  test('keeps the order through any moves, renumbering when there is no room', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 200 }), (moves) => {
        let column = positionsFor(8).map((position, id) => ({ id, position }))
        const wanted = column.map(({ id }) => id)
        for (const [from, to] of moves) {
          const [moved] = wanted.splice(from % wanted.length, 1) as [number]
          const place = to % (wanted.length + 1)
          wanted.splice(place, 0, moved)
          const rest = column.filter(({ id }) => id !== moved)
          const position = positionBetween(rest[place - 1]?.position ?? null, rest[place]?.position ?? null)
          rest.splice(place, 0, { id: moved, position: position ?? 0 })
          column =
            position === undefined
              ? rest.map(({ id }, n) => ({ id, position: positionsFor(rest.length)[n] as number }))
              : rest
          const sorted = [...column].sort((a, b) => a.position - b.position)
          expect(sorted.map(({ id }) => id)).toEqual(wanted)
        }
      }),
    )
  })
})

test('a task is due', () => {
  const context = { today: '2026-11-18', endOfWeek: '2026-11-22' }
  expect(dueGroupOf(null, context)).toBe('none')
  expect(dueGroupOf('2026-11-17', context)).toBe('past')
  expect(dueGroupOf('2026-11-18', context)).toBe('today')
  expect(dueGroupOf('2026-11-22', context)).toBe('thisWeek')
  expect(dueGroupOf('2026-11-23', context)).toBe('later')
})
