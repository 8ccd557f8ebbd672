import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { api, queryKeyOf } from '../../../lib/api.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { ApprovalActions } from './ApprovalActions.tsx'
import { MessageContext } from './message-context.ts'

beforeEach(async () => {
  await i18next.loadNamespaces(['messages'])
})

const message = { id: 3, version: 4, mayDo: ['submit'], problems: [] } as unknown as OutgoingMessage

function show(isSaved: boolean) {
  const { calls } = mockFetch({ 'POST /api/teams/1/outgoingMessages/3/submit': () => message })
  const client = new QueryClient()
  const flush = async () => {
    const params = { teamId: 1, outgoingMessageId: 3 }
    if (isSaved) client.setQueryData(queryKeyOf(api.messages.get, { params }), { ...message, version: 5 })
    return isSaved
  }
  render(
    <Around>
      <QueryClientProvider client={client}>
        <MessageContext value={{ teamId: 1, message, base: '' }}>
          <ApprovalActions flush={flush} />
        </MessageContext>
      </QueryClientProvider>
    </Around>,
  )
  return calls
}

test('approval is asked for what was just saved', async () => {
  const calls = show(true)
  await userEvent.click(screen.getByRole('button', { name: 'Ask for approval' }))
  await waitFor(() => expect(calls[0]?.body).toEqual({ version: 5 }))
})

test('approval is not asked for while something is not saved', async () => {
  const calls = show(false)
  const button = screen.getByRole('button', { name: 'Ask for approval' })
  await userEvent.click(button)
  await waitFor(() => expect(button).toBeEnabled())
  expect(calls).toEqual([])
})
