/** What editors do beyond typing: picking, uploading, rows, and keeping what cannot be read. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { aField, exampleField, linked, mockFetch, renderInput } from '../testing/field.tsx'

const uploaded = {
  id: '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a01',
  url: '/api/teams/1/files/x',
  name: 'a.png',
  size: 12,
  kind: 'image',
  mimeType: 'image/png',
  thumbnail: null,
}
vi.mock('../../../lib/api.ts', async (original) => ({
  ...(await original<object>()),
  upload: vi.fn(async () => uploaded),
}))

beforeEach(() => {
  mockFetch({
    'GET /api/teams/1/dataCollections': () => ({
      dataCollection: [
        {
          id: 5,
          pluralName: 'People',
          icon: '',
          DataFields: [],
          idParentDataCollection: null,
          canCreate: true,
        },
      ],
    }),
    'POST /api/teams/1/dataCollections/5/dataRecords/query': () => ({
      items: Object.entries(linked).map(([id, one]) => ({
        id: Number(id),
        name: one.name,
        avatar: null,
        values: {},
      })),
      linked: {},
      total: 3,
      totalIsExact: true,
      nextCursor: null,
    }),
    'POST /api/teams/1/dataCollections/5/dataRecords': (body) => ({
      record: { id: 99, name: (body as { values: { name: string } }).values.name, avatar: null },
      operation: { id: 1, kind: 'create_records', recordCount: 1 },
    }),
  })
})

it('picks, makes and takes away list items', async () => {
  const user = userEvent.setup()
  const { last, told } = renderInput(exampleField('multi_selection_from_list'), [11])
  const input = await screen.findByRole('combobox', { name: 'My multi_selection_from_list' })
  await user.click(input)
  await user.click(await screen.findByRole('option', { name: 'Grace' }))
  expect(last()).toEqual([11, 12])
  await user.type(input, 'Katherine')
  await user.click(await screen.findByRole('option', { name: 'Add “Katherine”' }))
  await waitFor(() => expect(last()).toEqual([11, 12, 99]))
  expect(told.at(-1)?.change).toMatchObject({ linked: { 99: { name: 'Katherine' } } })
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }))
  expect(last()).toEqual([12, 99])
  await user.click(input)
  await user.keyboard('{Backspace}{Backspace}')
  expect(last()).toBeNull()
})

it('picks one record by keyboard', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(exampleField('single_data_record'), null)
  await user.click(await screen.findByRole('combobox', { name: 'My single_data_record' }))
  await screen.findByRole('option', { name: 'Zoë' })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(last()).toBe(12)
})

it('uploads, orders and removes files', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(exampleField('multi_file'), null)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  await waitFor(() => expect(last()).toEqual([uploaded]))
  await user.click(screen.getByRole('button', { name: 'Remove a.png' }))
  expect(last()).toBeNull()
})

it('refuses a file its field does not take, and says why', async () => {
  const user = userEvent.setup()
  const { told } = renderInput(aField('single_file', { settings: { allowedKinds: ['pdf'] } }), null)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('This kind of file is not allowed here.')).toBeVisible()
  expect(told).toEqual([])
})

it('counts the totals of invoice lines while they are typed', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('financial_line_items', { settings: { currency: 'USD' } }), null)
  await user.click(screen.getByRole('button', { name: 'Add a line' }))
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Ticket')
  await user.type(screen.getByRole('textbox', { name: 'Quantity' }), '2')
  await user.type(screen.getByRole('textbox', { name: 'Unit price' }), '10.05')
  await user.type(screen.getByRole('textbox', { name: 'Tax %' }), '8.5')
  expect(screen.getAllByText('$21.81')).toHaveLength(2)
  expect(last()).toMatchObject([{ description: 'Ticket', quantity: 2, unitAmount: 10.05, total: 21.81 }])
})

it('keeps half an address as typed until it is one', async () => {
  const user = userEvent.setup()
  const { last, told } = renderInput(aField('physical_address'), null)
  const group = screen.getByRole('group', { name: 'My physical_address' })
  await user.type(within(group).getByLabelText('City'), 'Boston')
  expect(last()).toMatchObject({ city: 'Boston', lat: null })
  await user.type(within(group).getByLabelText('Latitude'), '42.3')
  expect(told.at(-1)?.change).toMatchObject({ problem: { code: 'invalid' } })
  await user.type(within(group).getByLabelText('Longitude'), '-71')
  expect(last()).toMatchObject({ city: 'Boston', lat: 42.3, lng: -71 })
})

it('says that a range is reversed and keeps both days', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('date_range'), null)
  await user.type(screen.getByLabelText('From'), '1/5/2025')
  await user.type(screen.getByLabelText('To'), '1/1/2025')
  await user.tab()
  await user.tab()
  expect(await screen.findByText('The end is before the start.')).toBeVisible()
  expect(screen.getByLabelText('To')).toHaveValue('1/1/2025')
  await user.clear(screen.getByLabelText('To'))
  await user.type(screen.getByLabelText('To'), '1/9/2025')
  expect(last()).toEqual({ start: '2025-01-05', end: '2025-01-09' })
})

it('reads a currency typed with the amount, and changes it by the list', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('money'), null)
  const amount = screen.getByRole('textbox', { name: 'My money' })
  await user.type(amount, '20 €')
  expect(last()).toEqual({ amount: 20, currency: 'EUR' })
  await user.clear(amount)
  await user.type(amount, '5')
  expect(last()).toMatchObject({ amount: 5 })
})

it('begins with the first key of a grid cell, commits on Enter and leaves on Escape', async () => {
  const user = userEvent.setup()
  const onCommit = vi.fn()
  const onCancel = vi.fn()
  const { last } = renderInput(aField('number'), 7, {
    isCompact: true,
    autoFocus: true,
    initialText: '4',
    onCommit,
    onCancel,
  })
  expect(last()).toBe(4)
  await user.keyboard('2{Enter}')
  expect(last()).toBe(42)
  expect(onCommit).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
})

it('shows what is required once the person has left', async () => {
  const user = userEvent.setup()
  renderInput(aField('plain_text', { isRequired: true, helpText: 'As in the passport' }), 'Ada')
  const input = screen.getByRole('textbox', { name: /My plain_text/ })
  expect(input).toHaveAccessibleDescription('As in the passport')
  await user.clear(input)
  expect(screen.queryByText('Fill this in.')).toBeNull()
  await user.tab()
  expect(screen.getByText('Fill this in.')).toBeVisible()
  expect(input).toHaveAccessibleDescription('Fill this in.')
})
