import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, firstPosition, takeAnswer } from './call.ts'
import { api } from './endpoints.ts'
import { forgetSentAnswers, takeSentAnswer } from './sent-answers.ts'

const teamId = 41
const address = `/api/teams/${teamId}/dataCollections?countObjects=1`
const names = () => call(api.collections.list, { params: { teamId }, query: { countObjects: '1' } })

function carry(json: string): void {
  document.body.innerHTML = `<script type="application/json" data-answer="${address}" data-position="K1.0">${json}</script>`
}

// Files share a page, which may have been there for minutes.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1000))
afterEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the first call takes what came with the page, the next one asks', async () => {
  const fetched = vi.fn(async () => new Response('{"items":["fetched"]}'))
  vi.stubGlobal('fetch', fetched)
  carry('{"items":["carried"]}')
  expect(await names()).toEqual({ items: ['carried'] })
  expect(firstPosition(teamId)).toBe('K1.0')
  expect(fetched).not.toHaveBeenCalled()
  expect(await names()).toEqual({ items: ['fetched'] })
  expect(fetched).toHaveBeenCalledOnce()
})

test('a query has it at once, and only the first one', () => {
  const args = { params: { teamId }, query: { countObjects: '1' } } as const
  expect(takeAnswer(api.collections.list, args)).toBeUndefined()
  carry('{"items":["carried"]}')
  expect(takeAnswer(api.collections.list, { ...args, params: { teamId: teamId + 1 } })).toBeUndefined()
  expect(takeAnswer(api.collections.list, args)).toEqual({ items: ['carried'] })
  expect(takeAnswer(api.collections.list, args)).toBeUndefined()
})

test('nothing is taken once all has been forgotten', () => {
  carry('{}')
  forgetSentAnswers()
  expect(takeSentAnswer(address)).toBeNull()
})

test('nothing is taken for another address, or long after the page came', () => {
  carry('{}')
  expect(takeSentAnswer(`${address}&more=1`)).toBeNull()
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(takeSentAnswer(address)).toBeNull()
})
