import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { confirm } from '../../../ui/confirm.ts'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { CreateDrawer } from './CreateDrawer.tsx'

vi.mock('../../operations/public.ts', () => ({ useOperations: () => ({ recordOperation: () => {} }) }))
vi.mock('../../../ui/confirm.ts', () => ({ confirm: vi.fn(async () => false) }))

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

it('asks before it creates a record without any value', async () => {
  const user = userEvent.setup()
  const create = vi.fn(() => ({ record: { id: 7, name: '' }, operation: null }))
  mockFetch({
    'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }),
    'POST /api/teams/1/dataCollections/2/dataRecords': create,
  })
  const name = aField('plain_text', { columnName: 'name', title: 'Name' })
  const collection = { id: 2, name: 'Person', IdDataFieldDataObjectName: name.id } as DataCollection
  const onCreated = vi.fn()
  const props = { teamId: 1, collection, fields: [name], onCreated, onClose: () => {} }
  render(<CreateDrawer {...props} />, { wrapper: Around })
  const answers: boolean[] = []
  vi.mocked(confirm).mockImplementation(async () => answers.shift() ?? false)
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ title: 'Create an empty record?' }))
  expect(create).not.toHaveBeenCalled()
  answers.push(true)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(7))
})
