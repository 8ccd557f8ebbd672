import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RetryQueue } from './retry-queue.ts'

const lost = new Error('lost')
const refused = new Error('refused')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that may be unreachable, and runs each key's work once. */
function setup() {
  const server = { isUp: true, losesAnswers: false, done: [] as string[], keys: new Set<string>(), tries: 0 }
  let keys = 0
  const line = new RetryQueue({
    isLost: (error) => error === lost,
    newKey: () => `k${++keys}`,
    pauses: [100, 200, 400],
  })
  const write = (name: string) =>
    line.send(async (key) => {
      server.tries++
      if (!server.isUp) throw lost
      if (name === 'bad') throw refused
      if (!server.keys.has(key)) server.done.push(name)
      server.keys.add(key)
      if (server.losesAnswers) throw lost
      return name
    })
  return { server, line, write }
}

describe('RetryQueue', () => {
  it('sends at once while the server answers', async () => {
    const { server, line, write } = setup()
    await expect(write('a')).resolves.toBe('a')
    await expect(write('bad')).rejects.toBe(refused)
    expect(server.done).toEqual(['a'])
    expect(line.waiting).toBe(0)
  })

  it('keeps what cannot be sent, and sends it in order, once', async () => {
    const { server, line, write } = setup()
    server.isUp = false
    const all = Promise.all(['a', 'b', 'c'].map(write))
    await vi.advanceTimersByTimeAsync(5000)
    expect(line.waiting).toBe(3)
    const late = write('d')
    server.isUp = true
    await vi.advanceTimersByTimeAsync(400)
    await expect(all).resolves.toEqual(['a', 'b', 'c'])
    await expect(late).resolves.toBe('d')
    expect(server.done).toEqual(['a', 'b', 'c', 'd'])
    expect(line.waiting).toBe(0)
  })

  it('does not repeat a write whose answer was lost', async () => {
    const { server, write } = setup()
    server.losesAnswers = true
    const one = write('a')
    await vi.advanceTimersByTimeAsync(150)
    server.losesAnswers = false
    await vi.advanceTimersByTimeAsync(400)
    await expect(one).resolves.toBe('a')
    expect(server.done).toEqual(['a'])
  })

  it('continues after a refusal, and at once when the connection is back', async () => {
    const { server, line, write } = setup()
    server.isUp = false
    const bad = write('bad').catch((error: unknown) => error)
    const good = write('a')
    await vi.advanceTimersByTimeAsync(750)
    const before = server.tries
    server.isUp = true
    line.hurry()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.tries).toBe(before + 2)
    await expect(bad).resolves.toBe(refused)
    await expect(good).resolves.toBe('a')
  })
})
