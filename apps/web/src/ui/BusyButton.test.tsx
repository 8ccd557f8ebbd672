import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { BusyButton } from './BusyButton.tsx'

test('a second click does nothing while the first is being performed', async () => {
  let finish = () => {}
  const perform = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  render(
    <MantineProvider>
      <BusyButton onClick={perform}>Send</BusyButton>
    </MantineProvider>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.dblClick(button)
  expect(perform).toHaveBeenCalledTimes(1)
  finish()
  await waitFor(() => expect(button).not.toHaveAttribute('data-loading'))
  await user.click(button)
  expect(perform).toHaveBeenCalledTimes(2)
})
