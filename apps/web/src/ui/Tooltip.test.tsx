/** A tooltip that is made when it is first wanted, beside an element that stays the same. */
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Tooltip } from './Tooltip.tsx'

const show = (isDisabled = false) => {
  render(
    <MantineProvider env="test">
      <Tooltip label="What it does" disabled={isDisabled}>
        <button type="button" aria-describedby="note">
          Do
        </button>
      </Tooltip>
      <p id="note">A note</p>
      <input aria-label="Elsewhere" />
    </MantineProvider>,
  )
  return screen.getByRole('button', { name: 'Do' })
}

test('it is shown on hover, describes its element, and goes on leave and on Escape', async () => {
  const user = userEvent.setup()
  const button = show()
  expect(screen.queryByRole('tooltip')).toBeNull()
  await user.hover(button)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('What it does')
  expect(button).toHaveAccessibleDescription('A note What it does')
  await user.unhover(button)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(button).toHaveAccessibleDescription('A note')
  await user.hover(button)
  await screen.findByRole('tooltip')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
})

/** jsdom guesses from earlier events, also those of other tests, whether the keyboard has moved the focus: here it has. */
function focusIsVisible(element: HTMLElement): void {
  const matches = element.matches.bind(element)
  const always = (selector: string) => selector === ':focus-visible' || matches(selector)
  Object.assign(element, { matches: always })
}

test('it is shown when the keyboard arrives, which keeps the focus', async () => {
  const user = userEvent.setup()
  const button = show()
  focusIsVisible(button)
  await user.tab()
  expect(button).toHaveFocus()
  await screen.findByRole('tooltip')
  await user.tab()
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  expect(screen.getByLabelText('Elsewhere')).toHaveFocus()
  expect(button.isConnected).toBe(true)
})

test('a disabled one is not shown', async () => {
  const user = userEvent.setup()
  await user.hover(show(true))
  await user.hover(screen.getByLabelText('Elsewhere'))
  expect(screen.queryByRole('tooltip')).toBeNull()
})
