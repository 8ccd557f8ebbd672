import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { IconPicker } from './IconPicker.tsx'

function Form() {
  const [icon, setIcon] = useState('fas fa-user')
  return (
    <MantineProvider env="test">
      <label htmlFor="icon">Icon</label>
      <IconPicker id="icon" value={icon} onChange={setIcon} />
      <output>{icon}</output>
    </MantineProvider>
  )
}

test('its search has the focus once it is open, and the button again once it is closed', async () => {
  const user = userEvent.setup()
  render(<Form />)
  await user.tab()
  const button = screen.getByRole('button', { name: 'Icon' })
  expect(button).toHaveFocus()
  await user.keyboard('{Enter}')
  const search = await screen.findByRole('combobox', { name: 'Search icons' })
  await vi.waitFor(() => expect(search).toHaveFocus())
  await user.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await vi.waitFor(() => expect(button).toHaveFocus())

  // The second time it is loaded already.
  await user.keyboard('{Enter}')
  await vi.waitFor(() => expect(screen.getByRole('combobox', { name: 'Search icons' })).toHaveFocus())
  await user.keyboard('heart{Enter}')
  expect(screen.getByRole('status')).toHaveTextContent('fas fa-heart')
  await vi.waitFor(() => expect(button).toHaveFocus())
})
