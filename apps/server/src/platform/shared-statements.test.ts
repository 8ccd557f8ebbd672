import { expect, test } from 'vitest'
import { ContextVariable } from './context-variable.ts'
import { currentReadTimeout, withReadTimeout } from './db.ts'
import { SharedStatements } from './shared-statements.ts'

const owner = {}
const aTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Work that runs until `end` is called. */
function testStatements(options: { secondAfterMs?: number } = {}) {
  const shared = new SharedStatements<number, string>(options)
  const running: { items: readonly number[]; end(error?: Error): void }[] = []
  const add = (item: number, key = 'a', of: object = owner, alone?: () => Promise<string>) =>
    shared.run(
      of,
      key,
      item,
      async (items) => {
        await new Promise<void>((resolve, reject) => {
          running.push({ items, end: (error) => (error ? reject(error) : resolve()) })
        })
        return items.map((one) => `${key}${one}`)
      },
      alone,
    )
  const end = async (n: number, error?: Error) => {
    running[n]?.end(error)
    await aTurn()
    await aTurn()
  }
  return { add, end, all: () => running.map(({ items }) => items) }
}

test('one statement has the items of one turn, and answers each', async () => {
  const { add, end, all } = testStatements()
  const asked = [add(1), add(2), add(3)]
  expect(all()).toEqual([])
  await aTurn()
  expect(all()).toEqual([[1, 2, 3]])
  await end(0)
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3'])
})

test('items that come while two statements run wait for the next one', async () => {
  const { add, end, all } = testStatements()
  const asked = [add(1)]
  await aTurn()
  asked.push(add(2))
  await aTurn()
  asked.push(add(3), add(4))
  await aTurn()
  expect(all()).toEqual([[1], [2]])
  await end(1)
  expect(all()).toEqual([[1], [2], [3, 4]])
  await end(0)
  await end(2)
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('where a second statement has to wait, all that come meanwhile gather for the next one', async () => {
  const { add, end, all } = testStatements({ secondAfterMs: 60_000 })
  const asked = [add(1)]
  await aTurn()
  asked.push(add(2))
  await aTurn()
  asked.push(add(3))
  await aTurn()
  expect(all()).toEqual([[1]])
  await end(0)
  expect(all()).toEqual([[1], [2, 3]])
  await end(1)
  expect(await Promise.all(asked)).toEqual(['a1', 'a2', 'a3'])
})

test('a statement that takes long does not hold up the others', async () => {
  const { add, end, all } = testStatements({ secondAfterMs: 20 })
  const held = add(1)
  await aTurn()
  const others = [add(2), add(3)]
  await expect.poll(all).toEqual([[1], [2, 3]])
  await end(1)
  others.push(add(4))
  await aTurn()
  expect(all()).toEqual([[1], [2, 3], [4]])
  await end(2)
  expect(await Promise.all(others)).toEqual(['a2', 'a3', 'a4'])
  await end(0)
  expect(await held).toBe('a1')
})

test('what nobody asks beside is done alone, as its caller, and nobody waits for it', async () => {
  const who = new ContextVariable<string>()
  const { add, end, all } = testStatements({ secondAfterMs: 60_000 })
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const askedAs: unknown[] = []
  const addOne = (item: number) =>
    add(item, 'a', owner, async () => {
      askedAs.push(who.getStore())
      await finished
      return `alone ${item}`
    })
  const first = who.run('Ada', () => addOne(1))
  await aTurn()
  await aTurn()
  expect([all(), askedAs]).toEqual([[], ['Ada']])
  const others = [addOne(2)]
  await aTurn()
  expect(all()).toEqual([[2]])
  others.push(addOne(3), addOne(4))
  finish()
  expect(await first).toBe('alone 1')
  await end(0)
  expect(all()).toEqual([[2], [3, 4]])
  await end(1)
  expect(await Promise.all(others)).toEqual(['a2', 'a3', 'a4'])
  expect(await addOne(5)).toBe('alone 5')
})

test('two who ask together share, and after an error alone the next one is alone again', async () => {
  const { add, end, all } = testStatements()
  const refuse = () => Promise.reject(new Error('refused'))
  const asked = [add(1, 'a', owner, refuse), add(2, 'a', owner, refuse)]
  await aTurn()
  expect(all()).toEqual([[1, 2]])
  await end(0)
  expect(await Promise.all(asked)).toEqual(['a1', 'a2'])
  await expect(add(3, 'a', owner, refuse)).rejects.toThrow('refused')
  expect(await add(4, 'a', owner, async () => 'alone')).toBe('alone')
  expect(all()).toEqual([[1, 2]])
})

test('other keys and owners have statements of their own', async () => {
  const { add, end, all } = testStatements()
  const asked = [add(1), add(2, 'b'), add(3, 'a', {})]
  await aTurn()
  expect(all()).toEqual([[1], [2], [3]])
  for (const n of [0, 1, 2]) await end(n)
  expect(await Promise.all(asked)).toEqual(['a1', 'b2', 'a3'])
})

test('many items are spread over statements', async () => {
  const { add, end, all } = testStatements()
  const asked = Array.from({ length: 40 }, (_, n) => add(n))
  await aTurn()
  await aTurn()
  expect(all().map(({ length }) => length)).toEqual([32, 8])
  await end(0)
  await end(1)
  expect(await Promise.all(asked)).toHaveLength(40)
})

test('an error is thrown to all of a statement, and the next one runs', async () => {
  const { add, end, all } = testStatements()
  const asked = [add(1), add(2)]
  const refused = Promise.allSettled(asked)
  await aTurn()
  await end(0, new Error('refused'))
  expect((await refused).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const next = add(3)
  await aTurn()
  expect(all()).toEqual([[1, 2], [3]])
  await end(1)
  expect(await next).toBe('a3')
})

test('a statement has the time limit of its callers, and nothing else of the first', async () => {
  const who = new ContextVariable<string>()
  const shared = new SharedStatements<undefined, unknown>()
  const seen = () =>
    shared.run(owner, '', undefined, async (all) =>
      all.map(() => [who.getStore(), currentReadTimeout(), all.length]),
    )
  const [limited, other, unlimited] = await who.run('Ada', () =>
    Promise.all([withReadTimeout(5_000, seen), withReadTimeout(9_000, seen), seen()]),
  )
  expect([limited, other, unlimited]).toEqual([
    [undefined, 5_000, 1],
    [undefined, 9_000, 1],
    [undefined, undefined, 1],
  ])
})
