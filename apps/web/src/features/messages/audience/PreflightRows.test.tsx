import type { OutgoingMessage } from '@muster/contract/messages/messages.schema'
import { render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { beforeEach, expect, test } from 'vitest'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { MessageContext } from '../flow/message-context.ts'
import { PreflightRows } from './PreflightRows.tsx'

beforeEach(async () => {
  await i18next.loadNamespaces(['messages'])
})

const nobody = { dataRecordId: null, dataCollectionId: null, languageId: 'en', name: null, address: null }

test('people without a record that may be read have no link', async () => {
  mockFetch({
    'GET /api/teams/1/outgoingMessages/3/preflight/rows': () => ({
      items: [
        {
          ...nobody,
          dataRecordId: 7,
          dataCollectionId: 2,
          name: 'Ada',
          address: 'ada@example.org',
          reason: null,
        },
        { ...nobody, address: 'a@example.org', reason: null },
        { ...nobody, reason: 'duplicate' },
        { ...nobody, reason: 'duplicate' },
      ],
    }),
  })
  const message = { id: 3 } as OutgoingMessage
  render(
    <Around>
      <MessageContext value={{ teamId: 1, message, base: '' }}>
        <PreflightRows query={{ limit: 10 }} />
      </MessageContext>
    </Around>,
  )
  expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/team-1/data-records/7')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getByText('a@example.org')).toBeVisible()
  expect(screen.getAllByText('Somebody you may not see')).toHaveLength(2)
})
