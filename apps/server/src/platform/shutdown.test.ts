import { expect, test } from 'vitest'
import { createLogger } from './log.ts'
import { createShutdown } from './shutdown.ts'

const log = createLogger('silent')

test('all steps run once and in order, even after a failure', async () => {
  const closed: string[] = []
  const step = (name: string, error?: Error) => ({
    name,
    close: async () => {
      closed.push(name)
      if (error) throw error
    },
  })
  const shutdown = createShutdown(log, () => [step('a'), step('b', new Error('no')), step('c')])
  expect(shutdown.isStopping()).toBe(false)
  const first = shutdown.stop('test')
  expect(shutdown.isStopping()).toBe(true)
  await Promise.all([first, shutdown.stop('again')])
  expect(closed).toEqual(['a', 'b', 'c'])
})
