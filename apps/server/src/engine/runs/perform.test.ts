import { AppError } from '@muster/contract/errors'
import type { OperationRun } from '@muster/contract/operations/operations.schema'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anOperationRun } from '../../../test/a-run.ts'
import { deps, inAnApp, withWorld, world } from '../../../test/in-a-world.ts'
import { ident, one, outsideTransaction, sql, transaction } from '../../platform/db.ts'
import type { OfOperation } from './operation-run.ts'
import { Cancelled, performRun } from './perform.ts'

inAnApp(() => () => {})
withWorld()

let run: OfOperation

beforeEach(async () => {
  run = await anOperationRun(deps, world)
})

async function stored(): Promise<OperationRun> {
  const row = await one<{ run: OperationRun }>(
    deps.pool,
    sql`select details -> 'run' as run from ${ident(world.team.schema, 'operation')} where id = ${run.id}`,
  )
  return row!.run
}

function context({ isLastAttempt = false, signal = new AbortController().signal } = {}) {
  return { isLastAttempt, signal, log: deps.log }
}

const broken = new Error('connection lost')

describe('a run', () => {
  it('stores its progress outside the transaction of its work, and its end inside', async () => {
    await performRun({ pool: deps.pool, run, context: context() }, (progress) =>
      transaction(deps.pool, async (client) => {
        await progress({ seen: 4 })
        const seenByOthers = await outsideTransaction(stored)
        expect(seenByOthers).toMatchObject({ state: 'running', seen: 4, total: 10 })
        await run.apply(client, 'finish', { seen: 10 })
      }),
    )
    expect(await stored()).toEqual({ state: 'done', seen: 10, total: 10 })
  })

  it('calls onChange when it starts and when the attempt ends, even with an error', async () => {
    const onChange = vi.fn()
    const attempt = { pool: deps.pool, run, context: context(), onChange }
    await expect(
      performRun(attempt, async () => {
        expect(onChange).toHaveBeenCalledTimes(1)
        throw broken
      }),
    ).rejects.toBe(broken)
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it.each(['done', 'failed', 'cancelled'] as const)('that is %s is not performed again', async (state) => {
    const event = { done: 'finish', failed: 'fail', cancelled: 'cancel' } as const
    await run.apply(deps.pool, event[state])
    const work = vi.fn()
    await performRun({ pool: deps.pool, run, context: context() }, work)
    expect(work).not.toHaveBeenCalled()
    expect(await stored()).toMatchObject({ state })
  })

  it('stops at its next progress report after it is cancelled', async () => {
    let isOver = false
    await performRun({ pool: deps.pool, run, context: context() }, async (progress) => {
      await run.apply(deps.pool, 'cancel')
      await expect(progress({ seen: 4 }, true)).rejects.toBeInstanceOf(Cancelled)
      isOver = true
      throw new Cancelled()
    })
    expect(isOver).toBe(true)
    expect(await stored()).toMatchObject({ state: 'cancelled', seen: 0 })
  })

  it('fails without a retry after an AppError', async () => {
    await performRun({ pool: deps.pool, run, context: context() }, async () => {
      throw new AppError('access_denied')
    })
    expect(await stored()).toMatchObject({ state: 'failed' })
  })

  it('is retried after a temporary AppError', async () => {
    const error = new AppError('not_ready')
    const attempt = { pool: deps.pool, run, context: context(), isTemporary: () => true }
    await expect(performRun(attempt, () => Promise.reject(error))).rejects.toBe(error)
    expect(await stored()).toMatchObject({ state: 'running' })
  })

  it('is retried after any other error, and fails at the last attempt', async () => {
    const attempt = (isLastAttempt: boolean) =>
      performRun({ pool: deps.pool, run, context: context({ isLastAttempt }) }, () => Promise.reject(broken))
    await expect(attempt(false)).rejects.toBe(broken)
    expect(await stored()).toMatchObject({ state: 'running' })
    await expect(attempt(true)).rejects.toBe(broken)
    expect(await stored()).toMatchObject({ state: 'failed' })
  })

  it('stays running when the server is stopping, even at the last attempt', async () => {
    const signal = AbortSignal.abort()
    const attempt = { pool: deps.pool, run, context: context({ isLastAttempt: true, signal }) }
    await expect(performRun(attempt, (progress) => progress({ seen: 1 }))).rejects.toThrow()
    expect(await stored()).toMatchObject({ state: 'running' })
  })
})
