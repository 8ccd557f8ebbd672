import type { MessageSettings } from '@muster/contract/messages/senders.api'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { MessageSettingsForm } from './MessageSettingsForm.tsx'

vi.mock('../../../ui/use-leave-guard.ts', () => ({ useLeaveGuard: () => {} }))

beforeEach(async () => {
  await i18next.loadNamespaces(['messageSenders'])
})

test('what is typed stays when the settings are read again', async () => {
  let settings: MessageSettings = {
    requiresApproval: false,
    tracksOpens: false,
    tracksClicks: false,
    postalAddress: '',
    smsQuietFrom: null,
    smsQuietTo: null,
  }
  const { calls } = mockFetch({
    'GET /api/teams/1/messageSettings': () => settings,
    'PUT /api/teams/1/messageSettings': (body) => {
      settings = { ...settings, ...(body as object) }
      return settings
    },
  })
  render(
    <Around>
      <QueryClientProvider client={queryClient}>
        <MessageSettingsForm teamId={1} />
      </QueryClientProvider>
    </Around>,
  )
  const address = await screen.findByRole('textbox')
  await userEvent.type(address, 'Main Street 1')
  settings = { ...settings, tracksOpens: true }
  await queryClient.invalidateQueries()
  expect(calls).toHaveLength(2)
  expect(screen.getByRole('textbox')).toHaveValue('Main Street 1')
  await userEvent.click(screen.getByRole('button'))
  await waitFor(() => expect(screen.getByRole('button')).toBeDisabled())
  expect(screen.getByRole('textbox')).toHaveValue('Main Street 1')
})
