import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ListEditor } from './ListEditor.tsx'

function Rows() {
  const [items, setItems] = useState(['Ada', 'Grace', 'Zoë'].map((name, at) => ({ id: at + 1, name })))
  return (
    <MantineProvider env="test">
      <ListEditor
        items={items}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        label="People"
        moveLabel={(name) => `Move ${name}`}
        removeLabel={(name) => `Remove ${name}`}
        onChange={setItems}
      >
        {({ name }, { remove }) => (
          <>
            <span>{name}</span>
            {remove}
          </>
        )}
      </ListEditor>
    </MantineProvider>
  )
}

it('keeps the focus in the list when a row is removed', async () => {
  const user = userEvent.setup()
  render(<Rows />)
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }))
  expect(screen.queryByText('Ada')).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove Grace' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove Zoë' }))
  expect(screen.getByRole('button', { name: 'Remove Grace' })).toHaveFocus()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
