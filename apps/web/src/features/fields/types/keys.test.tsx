/** The keys of editors with more than one input or form of their text: date and time, phone number. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { aField, renderInput } from '../testing/field.tsx'

const inGrid = () => ({ isCompact: true, autoFocus: true, onCommit: vi.fn(), onCancel: vi.fn() })
/** 8:05 in the browser's zone, which is that of the test. */
const morning = new Date(2026, 2, 9, 8, 5).toISOString()

describe('date and time', () => {
  it('commits what was typed on Enter, and leaves on Escape', async () => {
    const user = userEvent.setup()
    const cell = inGrid()
    const { last } = renderInput(aField('date_time'), morning, cell)
    const input = await screen.findByRole('textbox')
    expect(input).toHaveFocus()
    // What is there is replaced by typing.
    await user.keyboard('03/10/2026 14:30{Enter}')
    expect(Date.parse(String(last()))).toBe(new Date(2026, 2, 10, 14, 30).getTime())
    expect(cell.onCommit).toHaveBeenCalledOnce()
    await user.keyboard('{Escape}')
    expect(cell.onCancel).toHaveBeenCalledOnce()
  })

  it('opens its month, walks through the days and the time, and comes back', async () => {
    const user = userEvent.setup()
    const { last } = renderInput(aField('date_time'), morning)
    const input = await screen.findByRole('textbox', { name: 'My date_time' })
    input.focus()
    await user.tab()
    const open = screen.getByRole('button', { name: 'Choose a date' })
    expect(open).toHaveFocus()
    await user.keyboard('{Enter}')
    const month = await screen.findByRole('dialog', { name: 'Choose a date' })
    const dayOf = (name: string) => within(month).getByRole('button', { name })
    dayOf('9 March 2026').focus()
    await user.keyboard('{ArrowRight}')
    expect(dayOf('10 March 2026')).toHaveFocus()
    await user.keyboard('{ArrowDown}{Enter}')
    // The time stays, and so does the month: a time may follow.
    expect(Date.parse(String(last()))).toBe(new Date(2026, 2, 17, 8, 5).getTime())
    const minutes = within(month).getByRole('spinbutton', { name: 'Minutes' })
    minutes.focus()
    await user.keyboard('{ArrowUp}')
    expect(Date.parse(String(last()))).toBe(new Date(2026, 2, 17, 8, 6).getTime())
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(open).toHaveFocus()
  })
})

describe('phone number', () => {
  it('is typed as in its country, whose code stands before it, and committed on Enter', async () => {
    const user = userEvent.setup()
    const { last } = renderInput(aField('phone_number'), null)
    await user.click(await screen.findByRole('textbox', { name: 'My phone_number' }))
    expect(screen.getByText('US +1')).toBeVisible()
    await user.keyboard('4155552671')
    expect(last()).toBe('+14155552671')
    await user.tab()
    expect(screen.getByRole('textbox')).toHaveValue('(415) 555-2671')
  })

  it('takes a number of another country with a plus', async () => {
    const user = userEvent.setup()
    const cell = inGrid()
    const { last } = renderInput(aField('phone_number'), '+14155552671', cell)
    expect(await screen.findByRole('textbox')).toHaveFocus()
    await user.keyboard('+44 20 7946 0958{Enter}')
    expect(last()).toBe('+442079460958')
    expect(cell.onCommit).toHaveBeenCalledOnce()
    await user.keyboard('{Escape}')
    expect(cell.onCancel).toHaveBeenCalledOnce()
  })
})
