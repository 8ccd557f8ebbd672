/** The shared card as spec sections 2, 3 and 9 describe it. */
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Card, type CardProps } from './Card.tsx'

const show = (props: CardProps) =>
  render(
    <MantineProvider env="test">
      <Card headerTitle="Numbers" {...props}>
        <p>Body</p>
      </Card>
    </MantineProvider>,
  )

afterEach(() => vi.useRealTimers())

test('it collapses and expands', async () => {
  show({ isCollapsible: true })
  const shrink = screen.getByRole('button', { name: 'Shrink card' })
  expect(shrink).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(shrink)
  expect(screen.getByRole('button', { name: 'Expand card' })).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(screen.getByRole('button', { name: 'Expand card' }))
  await waitFor(() => expect(screen.getByText('Body')).toBeVisible())
})

test('fullscreen dims the page behind, locks its scroll and closes on Escape', async () => {
  show({ isFullscreenable: true })
  await userEvent.click(screen.getByRole('button', { name: 'Enter fullscreen' }))
  expect(screen.getByRole('dialog', { name: 'Numbers' })).toBeInTheDocument()
  expect(screen.getByTestId('card-backdrop')).toBeInTheDocument()
  expect(document.body.style.overflow).toBe('hidden')
  expect(screen.getByRole('button', { name: 'Exit fullscreen' })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByTestId('card-backdrop')).toBeNull())
  await waitFor(() => expect(document.body.style.overflow).toBe(''))
})

test('while loading it has that title and shows five rows', () => {
  vi.useFakeTimers()
  show({ loading: true, cardType: 'table', columns: 2 })
  expect(screen.getByRole('heading', { name: 'Loading...' })).toBeInTheDocument()
  const shape = screen.getByRole('status', { name: 'Loading...' })
  expect(shape).not.toHaveAttribute('data-shown')
  act(() => void vi.advanceTimersByTime(150))
  expect(shape).toHaveAttribute('data-shown')
  expect(shape.children).toHaveLength(6) // the header's row and five more
  expect(screen.queryByText('Body')).toBeNull()
})

test('it hides its body, keeps its footer and opens a menu with nested items', async () => {
  const edit = vi.fn()
  show({
    hideBody: true,
    footerText: 'As of today',
    description: 'All of them',
    cardMenuItems: [
      { label: 'Edit', action: edit },
      { label: 'More', items: [{ label: 'Inner' }] },
    ],
  })
  expect(screen.queryByText('Body')).toBeNull()
  expect(screen.getByText('As of today')).toBeInTheDocument()
  expect(screen.getByText('All of them')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  expect(edit).toHaveBeenCalledOnce()
})

test('several header icons rotate every 1.5 seconds', async () => {
  const glyph = () => document.querySelector('header span')?.getAttribute('data-glyph')
  const { unmount } = show({ headerIcon: 'fas fa-user' })
  await waitFor(() => expect(glyph()).toBeTruthy())
  unmount()
  // From here on icons are drawn synchronously, so only the test advances time.
  vi.useFakeTimers()
  show({ headerIcon: ['fas fa-user', 'fas fa-flag'] })
  const first = glyph()
  expect(first).toBeTruthy()
  act(() => void vi.advanceTimersByTime(1499))
  expect(glyph()).toBe(first)
  act(() => void vi.advanceTimersByTime(1))
  expect(glyph()).not.toBe(first)
})
