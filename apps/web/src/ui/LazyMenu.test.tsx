/** A menu that is made when it is first opened, beside a trigger that stays the same element. */
import { Button, MantineProvider, Menu } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LazyMenu } from './LazyMenu.tsx'

test('it opens at its trigger, by mouse and keyboard, and gives the focus back', async () => {
  const user = userEvent.setup()
  const seen = vi.fn()
  const chosen = vi.fn()
  render(
    <MantineProvider env="test">
      <LazyMenu trigger={<Button onClick={seen}>Actions</Button>}>
        <Menu.Dropdown>
          <Menu.Item onClick={chosen}>Copy</Menu.Item>
          <Menu.Item>Move</Menu.Item>
        </Menu.Dropdown>
      </LazyMenu>
    </MantineProvider>,
  )
  const trigger = screen.getByRole('button', { name: 'Actions' })
  expect(trigger).toHaveAttribute('aria-haspopup', 'menu')
  expect(trigger).toHaveAttribute('aria-expanded', 'false')

  await user.click(trigger)
  const menu = await screen.findByRole('menu', { name: 'Actions' })
  expect(trigger).toHaveAttribute('aria-expanded', 'true')
  expect(trigger).toHaveAttribute('aria-controls', menu.id)
  await user.click(screen.getByRole('menuitem', { name: 'Copy' }))
  expect(chosen).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(trigger).toHaveAttribute('aria-expanded', 'false')
  await waitFor(() => expect(trigger).toHaveFocus())

  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  await waitFor(() => expect(document.activeElement?.closest('[role="menu"]')).not.toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(trigger).toHaveFocus())

  // A second click on the trigger closes it; so does one elsewhere.
  await user.click(trigger)
  await screen.findByRole('menu')
  await user.click(trigger)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await user.click(trigger)
  await screen.findByRole('menu')
  await user.click(document.body)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(trigger.isConnected).toBe(true)
  expect(seen).toHaveBeenCalledTimes(5)
})

test('the first time it is closed, the focus is back on its trigger too', async () => {
  const user = userEvent.setup()
  render(
    <MantineProvider env="test">
      <LazyMenu trigger={<button type="button">More</button>}>
        <Menu.Dropdown>
          <Menu.Item>Copy</Menu.Item>
        </Menu.Dropdown>
      </LazyMenu>
    </MantineProvider>,
  )
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('menu', { name: 'More' })
  await waitFor(() => expect(document.activeElement?.closest('[role="menu"]')).not.toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus())
})
