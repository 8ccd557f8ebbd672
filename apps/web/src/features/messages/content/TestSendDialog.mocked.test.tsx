import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { MessageContext } from '../flow/message-context.ts'
import { TestSendDialog } from './TestSendDialog.tsx'

vi.mock('../../auth/public.ts', async (original) => ({
  ...(await original<object>()),
  useSignedIn: () => ({ email: 'ana@example.org' }),
}))

beforeEach(async () => {
  await i18next.loadNamespaces(['messages'])
})

test('a phone number may be written with spaces', async () => {
  const { calls } = mockFetch({ 'POST /api/teams/1/outgoingMessages/3/testSend': () => ({ sent: 2 }) })
  const message = { id: 3, deliveryMethodId: 'SMS' } as OutgoingMessage
  render(
    <Around>
      <MessageContext value={{ teamId: 1, message, base: '' }}>
        <TestSendDialog languageId="en" onClose={() => {}} />
      </MessageContext>
    </Around>,
  )
  const numbers = await screen.findByLabelText('Phone numbers', { selector: 'input' })
  await userEvent.type(numbers, '+33 6 12 34 56 78, +33 6 99 99 99 99')
  await userEvent.click(screen.getByRole('button', { name: 'Send test' }))
  await waitFor(() =>
    expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toEqual({
      languageId: 'en',
      addresses: ['+33 6 12 34 56 78', '+33 6 99 99 99 99'],
    }),
  )
})
