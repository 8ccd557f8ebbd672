import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { CreateDrawer } from './CreateDrawer.tsx'

vi.mock('../../operations/public.ts', () => ({ useOperations: () => ({ recordOperation: () => {} }) }))

beforeEach(() => {
  mockFetch({ 'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }) })
})

it('keeps what was typed into other fields while they are collapsed, unparsed text too', async () => {
  const user = userEvent.setup()
  const name = aField('plain_text', { columnName: 'name', title: 'Name', isRequired: true })
  const born = aField('date', { columnName: 'born', title: 'Born' })
  const collection = { id: 2, name: 'Person', IdDataFieldDataObjectName: name.id } as DataCollection
  render(
    <CreateDrawer
      teamId={1}
      collection={collection}
      fields={[name, born]}
      onCreated={() => {}}
      onClose={() => {}}
    />,
    { wrapper: Around },
  )
  const others = await screen.findByRole('button', { name: '1 other field' })
  expect(screen.queryByLabelText(/^Born/)).toBeNull()
  await user.click(others)
  const day = screen.getByLabelText(/^Born/)
  await user.type(day, '31/13/20')
  await user.click(others)
  expect(day).not.toBeVisible()
  await user.click(others)
  expect(screen.getByLabelText(/^Born/)).toBe(day)
  expect(day).toHaveValue('31/13/20')
})
