/** Stars are set and cleared by mouse and by keyboard. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { keyEffect } from '../../grid-cell.ts'
import { aField, renderInput } from '../../testing/field.tsx'

const star = (count: number, max = 5) =>
  screen.findByRole('radio', { name: `${count} of ${max} stars`, checked: undefined })

it('sets as many stars as are clicked, and clears them', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('rating'), 2)
  expect(await star(2)).toBeChecked()
  await user.click(await star(4))
  expect(last()).toBe(4)
  expect(await star(4)).toBeChecked()
  expect(await star(2)).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Clear My rating' }))
  expect(last()).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear My rating' })).toBeNull()
})

it('is one tab stop, whose arrows, Home, End and digits set the stars', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('rating'), 3)
  await star(3)
  await user.tab()
  expect(await star(3)).toHaveFocus()
  for (const [key, stars] of [
    ['{ArrowRight}', 4],
    ['{ArrowDown}', 5],
    ['{ArrowRight}', 1],
    ['{ArrowLeft}', 5],
    ['{ArrowUp}', 4],
    ['{Home}', 1],
    ['{End}', 5],
    ['2', 2],
  ] as const) {
    await user.keyboard(key)
    expect([key, last()]).toEqual([key, stars])
    expect(await star(stars)).toHaveFocus()
  }
  // There is no ninth star.
  await user.keyboard('9')
  expect(last()).toBe(2)
  await user.keyboard('{Delete}')
  expect(last()).toBeNull()
  await user.keyboard(' ')
  expect(last()).toBe(1)
  await user.keyboard('0')
  expect(last()).toBeNull()
})

it('never clears the stars of a required field', async () => {
  const user = userEvent.setup()
  const { changes } = renderInput(aField('rating', { isRequired: true, settings: { max: 3 } }), 2)
  await star(2, 3)
  await user.tab()
  await user.keyboard('0{Delete}{Backspace}4')
  expect(changes).toEqual([])
  expect(screen.getAllByRole('radio')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: /Clear/ })).toBeNull()
})

it('commits in the grid on a click or a digit, and cancels on Escape', async () => {
  const user = userEvent.setup()
  const onCommit = vi.fn()
  const onCancel = vi.fn()
  const { last } = renderInput(aField('rating'), 2, {
    isCompact: true,
    autoFocus: true,
    onCommit,
    onCancel,
  })
  expect(await star(2)).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect([last(), onCommit.mock.calls.length]).toEqual([3, 0])
  await user.keyboard('{Enter}')
  await user.keyboard('5')
  await user.click(await star(1))
  expect([last(), onCommit.mock.calls.length]).toEqual([1, 3])
  await user.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
})

it('sets a digit on a grid cell at once, and opens the editor on a space', () => {
  const field = aField('rating', { settings: { max: 4 } })
  const required = aField('rating', { isRequired: true })
  expect(keyEffect(field, null, '3')).toEqual({ save: 3 })
  expect(keyEffect(field, 3, '0')).toEqual({ save: null })
  expect([keyEffect(field, 3, '5'), keyEffect(field, 3, 'a'), keyEffect(required, 3, '0')]).toEqual([
    'nothing',
    'nothing',
    'nothing',
  ])
  expect([keyEffect(field, 3, ' '), keyEffect(field, 3, undefined)]).toEqual(['edit', 'edit'])
})

it('shows all stars of a value that the field no longer allows', async () => {
  renderInput(aField('rating', { settings: { max: 3 } }), 5)
  const last = await star(3, 3)
  expect(last).not.toBeChecked()
  expect(last.tabIndex).toBe(0)
})
