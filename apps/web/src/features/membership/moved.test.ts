import { expect, it } from 'vitest'
import { moved } from './moved.ts'

it('finds the one that was moved, wherever it went', () => {
  const ids = [1, 2, 3, 4, 5]
  for (const from of ids.keys()) {
    for (const to of ids.keys()) {
      const next = ids.filter((_, n) => n !== from)
      next.splice(to, 0, ids[from] as number)
      const found = moved(ids, next)
      if (from === to) expect(found).toBeUndefined()
      else {
        const rest = ids.filter((id) => id !== found?.id)
        const place = found?.afterId === null ? 0 : rest.indexOf(found?.afterId as number) + 1
        rest.splice(place, 0, found?.id as number)
        expect(rest).toEqual(next)
      }
    }
  }
})
