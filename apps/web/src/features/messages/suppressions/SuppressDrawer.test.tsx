import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, expect, test, vi } from 'vitest'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { SuppressDrawer } from './SuppressDrawer.tsx'

beforeEach(async () => {
  await i18next.loadNamespaces(['messageSubjects', 'messages'])
})

test('lines that are no addresses stay to be corrected', async () => {
  const long = `${'a'.repeat(400)}@example.org`
  const { calls } = mockFetch({
    'POST /api/teams/1/messageSuppressions': () => ({ added: 1, invalid: ['x'] }),
  })
  const onClose = vi.fn()
  render(
    <Around>
      <SuppressDrawer teamId={1} onClose={onClose} />
    </Around>,
  )
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste(`ada@example.org\nx\n${long}`)
  await userEvent.click(screen.getByRole('button', { name: 'Suppress addresses' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue(`${long}\nx`)
  expect(calls.map(({ body }) => body)).toEqual([
    { deliveryMethodId: 'EMAIL', addresses: ['ada@example.org', 'x'] },
  ])
  expect(onClose).not.toHaveBeenCalled()
})
