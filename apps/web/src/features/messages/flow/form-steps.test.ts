/** Which tabs a message has, and whether its forms open for editing. */
import type { MessageEvent } from '@muster/contract/messages/messages.machine'
import { expect, test } from 'vitest'
import { formModeOf, formSteps, tabsOf } from './form-steps.ts'

test('the summary is hidden in a draft, and statistics come with the first mail', () => {
  const startedAt = '2026-03-01T00:00:00Z'
  expect(tabsOf({ status: 'DRAFT', startedAt: null })).toEqual([
    'details',
    'content',
    'recipients',
    'schedule',
  ])
  expect(tabsOf({ status: 'SCHEDULED', startedAt: null })[0]).toBe('summary')
  expect(tabsOf({ status: 'SENT', startedAt }).at(-1)).toBe('stats')
  expect(tabsOf({ status: 'SENT', startedAt })[0]).toBe('summary')
})

test('forms open as the status and the rights of the reader say', () => {
  const edit: MessageEvent[] = ['edit']
  expect(formModeOf(null)).toBe('ONLY_EDIT_MODE')
  expect(formModeOf({ status: 'DRAFT', mayDo: edit })).toBe('DEFAULT_EDIT_MODE')
  expect(formModeOf({ status: 'DRAFT', mayDo: [] })).toBe('ONLY_VIEW_MODE')
  expect(formModeOf({ status: 'APPROVED', mayDo: edit })).toBe('DEFAULT_VIEW_MODE')
  expect(formModeOf({ status: 'SENT', mayDo: ['archive'] })).toBe('ONLY_VIEW_MODE')
})

test('the steps lead to each other in order', () => {
  expect(formSteps.UPDATE_DETAILS.next).toBe('content')
  expect(formSteps.UPDATE_CONTENT).toEqual({ back: 'details', next: 'recipients' })
  expect(formSteps.UPDATE_RECIPIENTS).toEqual({ back: 'content', next: 'schedule' })
  expect(formSteps.UPDATE_SCHEDULE).toEqual({ back: 'recipients', next: null })
})
