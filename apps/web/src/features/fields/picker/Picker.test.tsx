import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Around, mockFetch } from '../testing/field.tsx'
import { type Option, Picker } from './Picker.tsx'

const nothing = () => {}

function show(options: readonly Option[]) {
  mockFetch({})
  render(
    <Picker
      id="town"
      label="Town"
      describedBy={undefined}
      isInvalid={false}
      isReadOnly={false}
      isRequired={false}
      autoFocus={false}
      isCompact={false}
      isMulti={false}
      selected={[]}
      options={options}
      isLoading={false}
      search=""
      onSearch={nothing}
      onPick={nothing}
      onRemove={nothing}
      onBlur={nothing}
      onCommit={nothing}
      onCancel={nothing}
    />,
    { wrapper: Around },
  )
}

it('is no list of options while it has none', async () => {
  const user = userEvent.setup()
  show([])
  await user.click(await screen.findByRole('combobox', { name: 'Town' }))
  expect(await screen.findByRole('status')).toHaveTextContent('Nothing matches your search.')
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('lists its options', async () => {
  const user = userEvent.setup()
  show([{ id: 1, name: 'Elko' }])
  await user.click(await screen.findByRole('combobox', { name: 'Town' }))
  expect(await screen.findByRole('option', { name: 'Elko' })).toBeVisible()
  expect(screen.getByRole('listbox')).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})
