import { expect, test } from 'vitest'
import { createLogger } from './log.ts'

function capture() {
  const lines: string[] = []
  const log = createLogger('info', { write: (line: string) => void lines.push(line) })
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) as Record<string, unknown> }
}

test('a line has the level, time, message and details', () => {
  const { log, last } = capture()
  log.info({ requestId: 'r1' }, 'hello')
  expect(last()).toMatchObject({ level: 'info', msg: 'hello', requestId: 'r1' })
  expect(last().time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

test('secrets are redacted', () => {
  const { log, lines } = capture()
  log.info({
    password: 'hunter2',
    token: 'hunter2',
    secret: 'hunter2',
    clientSecret: 'hunter2',
    authorization: 'hunter2',
    cookie: 'hunter2',
  })
  log.info({ body: { password: 'hunter2', newPassword: 'hunter2' } })
  log.info({ req: { headers: { authorization: 'hunter2', cookie: 'hunter2' } } })
  log.info({ res: { headers: { 'set-cookie': 'hunter2' } } })
  expect(lines).toHaveLength(4)
  expect(lines.join('')).not.toContain('hunter2')
  expect(lines.join('')).toContain('[redacted]')
})

test('an error is logged with its stack and cause', () => {
  const { log, last } = capture()
  log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')
  expect(JSON.stringify(last().err)).toMatch(/outer.*inner/)
})
