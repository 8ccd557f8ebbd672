import type { Sort } from '@muster/contract/filters/ast'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Around, exampleField, mockFetch } from '../fields/testing/field.tsx'
import { SortEditor } from './SortEditor.tsx'

const fields = [
  { ...exampleField('plain_text'), id: 1, columnName: 'name', title: 'Name' },
  { ...exampleField('plain_text'), id: 2, columnName: 'city', title: 'City' },
]

function Screen() {
  const [value, setValue] = useState<Sort>([])
  return <SortEditor fields={fields} value={value} onChange={setValue} />
}

beforeEach(() => {
  mockFetch({ 'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }) })
})

it('lists a name once, and does not keep the text of what was chosen', async () => {
  const user = userEvent.setup()
  render(<Screen />, { wrapper: Around })
  const add = () => screen.findByPlaceholderText('Add a field to sort by')
  await user.click(await add())
  expect(screen.getAllByRole('option', { name: 'Name' })).toHaveLength(1)
  await user.click(screen.getByRole('option', { name: 'City' }))
  expect(await add()).toHaveValue('')
  expect(screen.getByDisplayValue('City')).toBeVisible()
})
