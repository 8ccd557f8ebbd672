import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { DataTable } from './DataTable.tsx'

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n, name: `Row ${n}` }))

function Table({ count }: { count: number }) {
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set([1]))
  return (
    <MantineProvider env="test">
      <p>Selected: {[...selected].join(', ')}</p>
      <DataTable
        label="Rows"
        rows={rowsOf(count)}
        rowKey={({ id }) => id}
        columns={[{ key: 'name', title: 'Name', render: ({ name }) => name }]}
        isFilling
        selection={{
          selected,
          onChange: setSelected,
          labelOf: ({ name }) => `Select ${name}`,
          allLabel: 'Select all',
        }}
      />
    </MantineProvider>
  )
}

test('rows are selected one by one, all, and none', async () => {
  render(<Table count={3} />)
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  expect(all.indeterminate).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Row 2' }))
  expect(screen.getByText('Selected: 1, 2')).toBeVisible()
  await userEvent.click(all)
  expect(screen.getByText('Selected: 0, 1, 2')).toBeVisible()
  expect(all.indeterminate).toBe(false)
  await userEvent.click(all)
  expect(screen.getByText('Selected:')).toBeVisible()
})

describe('a long table', () => {
  // jsdom has no layout.
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(360)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36)
  })
  afterEach(() => vi.restoreAllMocks())

  it('renders a part of its rows, and selects all of them', async () => {
    render(<Table count={500} />)
    expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '501')
    expect(screen.getAllByRole('row').length).toBeLessThan(100)
    expect(screen.getByText('Row 0')).toBeVisible()
    expect(screen.queryByText('Row 499')).toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(screen.getByText(/^Selected:/)).toHaveTextContent(/, 499$/)
  })
})
