/** Which requests a paste is sent in, and how many at a time. */
import { afterEach, expect, test, vi } from 'vitest'
import { emptyPlan, type PastePlan } from './paste.ts'
import { sendPlan } from './send-plan.ts'

interface Sent {
  body: { update: unknown[]; create: unknown[]; continues?: number }
  answer(operation: { id: number; kind: string; recordCount: number } | null): void
  fail(): void
}

afterEach(() => vi.unstubAllGlobals())

const planOf = (updates: number, creates = 0): PastePlan => ({
  ...emptyPlan(),
  update: Array.from({ length: updates }, (_, id) => ({ id: id + 1, values: { city: 'Lima' }, version: 1 })),
  updateRows: Array.from({ length: updates }, (_, row) => row),
  create: Array.from({ length: creates }, () => ({ values: { city: 'Lima' } })),
  createRows: Array.from({ length: creates }, (_, row) => updates + row),
})

/** Starts to send a plan. `running` has the requests without an answer, in their order. */
function start(plan: PastePlan, isInOrder = false) {
  const running: Sent[] = []
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    return new Promise<Response>((resolve) => {
      const sent: Sent = {
        body: JSON.parse(body),
        answer: (operation) => end(Response.json({ operation, rejected: [], created: [], updated: 0 })),
        fail: () => end(Response.json({ code: 'access_denied' }, { status: 403 })),
      }
      const end = (response: Response) => {
        running.splice(running.indexOf(sent), 1)
        resolve(response)
      }
      running.push(sent)
    })
  })
  const done: number[] = []
  const result = sendPlan({ teamId: 1, dataCollectionId: 7 }, plan, {
    continues: null,
    isInOrder,
    textAt: () => '',
    onProgress: (count) => done.push(count),
  })
  const sizes = () => running.map(({ body: { update, create } }) => update.length || create.length)
  return { running, sizes, done, result }
}

const operation = (recordCount: number) => ({ id: 9, kind: 'update_records', recordCount })

test('one part begins the operation, and the others continue it, two at a time', async () => {
  const { running, sizes, done, result } = start(planOf(6000, 20))
  await expect.poll(sizes).toEqual([20])
  running[0]!.answer(operation(20))
  await expect.poll(sizes).toEqual([2500, 2500])
  running[1]!.answer(operation(5020))
  await expect.poll(sizes).toEqual([2500, 980])
  expect(running.map(({ body }) => body.continues)).toEqual([9, 9])
  running[1]!.answer(operation(6000))
  await expect.poll(() => done).toEqual([20, 2520, 3500])
  expect(sizes()).toEqual([2500])
  running[0]!.answer(operation(2520))
  await expect.poll(sizes).toEqual([20])
  running[0]!.answer(operation(6020))
  expect(await result).toEqual({ operation: operation(6020), refused: [], error: null })
  expect(done.at(-1)).toBe(6020)
})

test('a few changes are one request, and more are halved', async () => {
  const few = start(planOf(1000))
  await expect.poll(few.sizes).toEqual([1000])
  few.running[0]!.answer(operation(1000))
  expect((await few.result).operation).toEqual(operation(1000))
  const more = start(planOf(1020))
  await expect.poll(more.sizes).toEqual([20])
  more.running[0]!.answer(operation(20))
  await expect.poll(more.sizes).toEqual([500, 500])
  for (const count of [520, 1020]) more.running[0]!.answer(operation(count))
  expect((await more.result).operation).toEqual(operation(1020))
})

test('parts whose values depend on each other wait for each other', async () => {
  const { running, sizes, result } = start(planOf(5100), true)
  for (const [size, count] of [
    [2500, 2500],
    [2500, 5000],
    [100, 5100],
  ] as const) {
    await expect.poll(sizes).toEqual([size])
    running[0]!.answer(operation(count))
  }
  expect((await result).operation).toEqual(operation(5100))
})

test('waits for a part that changes something before it sends two', async () => {
  const { running, sizes, result } = start(planOf(2020))
  await expect.poll(sizes).toEqual([20])
  running[0]!.answer(null)
  await expect.poll(sizes).toEqual([1000])
  running[0]!.answer(operation(1))
  await expect.poll(sizes).toEqual([1000])
  expect(running[0]!.body.continues).toBe(9)
  running[0]!.answer(operation(1001))
  expect((await result).operation).toEqual(operation(1001))
})

test('sends nothing more after an error, and keeps what was done', async () => {
  const { running, sizes, result } = start(planOf(9000, 20))
  await expect.poll(sizes).toEqual([20])
  running[0]!.answer(operation(20))
  await expect.poll(sizes).toEqual([2500, 2500])
  running[0]!.fail()
  running[0]!.answer(operation(2520))
  const sent = await result
  expect(sent).toMatchObject({ operation: operation(2520), error: { code: 'access_denied' } })
  expect(running).toEqual([])
})
