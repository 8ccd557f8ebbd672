import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ContextVariable } from './context-variable.ts'

test('work and what it starts have the value of the nearest run', async () => {
  const variable = new ContextVariable<string>()
  const seen: (string | undefined)[] = []
  const later = async () => {
    await setImmediate()
    seen.push(variable.getStore())
  }
  await Promise.all([
    variable.run('outer', async () => {
      await variable.run('inner', later)
      await later()
    }),
    later(),
  ])
  expect(seen.sort()).toEqual(['inner', 'outer', undefined])
})

test('variables do not hide each other', () => {
  const [language, caller] = [new ContextVariable<string>(), new ContextVariable<number>()]
  const both = language.run('fr', () => caller.run(7, () => [language.getStore(), caller.getStore()]))
  expect(both).toEqual(['fr', 7])
})

test('work outside has no value, and keeps those of other variables', () => {
  const [language, caller] = [new ContextVariable<string>(), new ContextVariable<number>()]
  const seen = language.run('fr', () =>
    caller.run(7, () => [language.exit(() => [language.getStore(), caller.getStore()]), language.getStore()]),
  )
  expect(seen).toEqual([[undefined, 7], 'fr'])
})
