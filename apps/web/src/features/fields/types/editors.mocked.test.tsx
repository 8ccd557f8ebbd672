/** What editors do besides typing: picking, uploading, rows, and keeping text that cannot be parsed. */
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, upload } from '../../../lib/api.ts'
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
          DataFields: [aField('plain_text', { id: 50, columnName: 'name' })],
          IdDataFieldDataObjectName: 50,
          idParentDataCollection: null,
          canCreate: true,
        },
      ],
    }),
    'POST /api/teams/1/dataCollections/5/dataRecords/query': (body) => ({
      items: Object.entries(linked)
        .filter(([, { name }]) => name.startsWith((body as { search?: string }).search ?? ''))
        .map(([id, one]) => ({ id: Number(id), name: one.name, avatar: null, values: {} })),
      linked: {},
      total: 3,
      totalIsExact: true,
      nextCursor: null,
    }),
    'POST /api/teams/1/dataCollections/5/dataRecords': (body) => ({
      record: { id: 99, name: (body as { values: { name: string } }).values.name, avatar: null, values: {} },
      operation: { id: 1, kind: 'create_records', recordCount: 1 },
    }),
  })
})

it('picks, creates and removes list items', async () => {
  const user = userEvent.setup()
  const { last, changes } = renderInput(exampleField('multi_selection_from_list'), [11])
  const input = await screen.findByRole('combobox', { name: 'My multi_selection_from_list' })
  await user.click(input)
  await user.click(await screen.findByRole('option', { name: 'Grace' }))
  expect(last()).toEqual([11, 12])
  await user.type(input, 'Katherine')
  await user.click(await screen.findByRole('option', { name: 'Add “Katherine”' }))
  await screen.findByRole('button', { name: 'Remove Katherine' })
  expect(last()).toEqual([11, 12, 99])
  expect(changes.at(-1)?.change).toMatchObject({ linked: { 99: { name: 'Katherine' } } })
  await user.click(screen.getByRole('button', { name: 'Remove Ada' }))
  expect(last()).toEqual([12, 99])
  await user.click(input)
  await user.keyboard('{Backspace}{Backspace}')
  expect(last()).toBeNull()
})

it('an Enter before the results arrive picks from the results, never from the earlier options', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(exampleField('single_data_record'), null)
  await user.click(await screen.findByRole('combobox', { name: 'My single_data_record' }))
  await screen.findByRole('option', { name: 'Ada' })
  await user.keyboard('Gra{Enter}')
  await expect.poll(last).toBe(12)
})

it('creates a record where it is linked, when that is chosen', async () => {
  const user = userEvent.setup()
  const { last, changes } = renderInput(exampleField('single_data_record'), null)
  await user.click(await screen.findByRole('combobox', { name: 'My single_data_record' }))
  await user.keyboard('Katherine')
  await screen.findByRole('option', { name: 'Add “Katherine”' })
  // A name with a typo is no request for a new record.
  await user.keyboard('{Enter}')
  expect(changes).toEqual([])
  await user.keyboard('{ArrowDown}{Enter}')
  await expect.poll(last).toBe(99)
  expect(changes.at(-1)?.change).toMatchObject({ linked: { 99: { name: 'Katherine' } } })
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
  const { changes } = renderInput(exampleField('multi_file'), null)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'a.png', { type: 'image/png' }))
  await user.click(await screen.findByRole('button', { name: 'Remove a.png' }))
  expect(changes.map(({ value }) => value)).toEqual([[uploaded], null])
})

it('refuses a file its field does not take, and says why', async () => {
  const user = userEvent.setup()
  const { changes } = renderInput(aField('single_file', { settings: { allowedKinds: ['pdf'] } }), null)
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('This kind of file is not allowed here.')).toBeVisible()
  expect(changes).toEqual([])
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

it('keeps an incomplete address as typed', async () => {
  const user = userEvent.setup()
  const { last, changes } = renderInput(aField('physical_address'), null)
  // The texts of its map load first.
  const group = await screen.findByRole('group', { name: 'My physical_address' })
  await user.type(within(group).getByLabelText('City'), 'Boston')
  expect(last()).toMatchObject({ city: 'Boston', lat: null })
  await user.type(within(group).getByLabelText('Latitude'), '42.3')
  expect(changes.at(-1)?.change).toMatchObject({ problem: { code: 'invalid' } })
  await user.type(within(group).getByLabelText('Longitude'), '-71')
  expect(last()).toMatchObject({ city: 'Boston', lat: 42.3, lng: -71 })
})

it('shows that a range is reversed and keeps both days', async () => {
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

it('starts with the first key of a grid cell, commits on Enter and leaves on Escape', async () => {
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

it('edits a list of details by keyboard: next row, up and down, move, remove', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('detail_list'), null)
  screen.getByRole('button', { name: 'Add a detail' }).focus()
  await user.keyboard('{Enter}')
  await user.keyboard('Height{Enter}1.80 m{Enter}')
  await user.keyboard('Eyes{Enter}two')
  expect(last()).toEqual([
    { label: 'Height', value: '1.80 m' },
    { label: 'Eyes', value: 'two' },
  ])
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('textbox', { name: 'Value 1' })).toHaveFocus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(screen.getByRole('textbox', { name: 'Value 2' })).toHaveFocus()
  expect(last()).toEqual([
    { label: 'Eyes', value: 'two' },
    { label: 'Height', value: '1.80 m' },
  ])
  await user.keyboard('{Enter}')
  expect(screen.getByRole('textbox', { name: 'Label 3' })).toHaveFocus()
  await user.keyboard('{Backspace}')
  expect(screen.queryByRole('textbox', { name: 'Label 3' })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Value 2' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove row 1' }))
  expect(screen.getByRole('textbox', { name: 'Label 1' })).toHaveFocus()
  expect(last()).toEqual([{ label: 'Height', value: '1.80 m' }])
})

it('a switch has three states, unless its field is required', async () => {
  const user = userEvent.setup()
  const { last } = renderInput(aField('boolean', { settings: { displayFormat: 'switch' } }), null)
  await user.click(screen.getByRole('switch', { name: 'My boolean' }))
  expect(last()).toBe(true)
  await user.click(screen.getByRole('switch', { name: 'My boolean' }))
  expect(last()).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Clear My boolean' }))
  expect(last()).toBeNull()
  expect(screen.getByRole('switch', { name: 'My boolean' })).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Clear My boolean' })).toBeNull()
  document.body.innerHTML = ''
  renderInput(aField('boolean', { isRequired: true, settings: { displayFormat: 'switch' } }), true)
  expect(screen.queryByRole('button', { name: 'Clear My boolean' })).toBeNull()
})

it('accepts no more files than its field allows, and retries failed uploads', async () => {
  const user = userEvent.setup()
  vi.mocked(upload).mockRejectedValueOnce(new ApiError(0, 'offline'))
  const { last } = renderInput(aField('multi_file', { settings: { maxCount: 2 } }), [
    { ...uploaded, id: '6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a09', name: 'old.png' },
  ])
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, [new File(['x'], 'a.png'), new File(['y'], 'b.png')])
  expect(await screen.findByRole('button', { name: 'Try a.png again' })).toBeVisible()
  const list = within(screen.getByRole('list'))
  expect(list.getAllByRole('alert')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Try b.png again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try a.png again' }))
  await screen.findByRole('button', { name: 'Remove a.png' })
  expect(last()).toMatchObject([{ name: 'old.png' }, { name: 'a.png' }])
  await user.click(screen.getByRole('button', { name: 'Cancel b.png' }))
  expect(list.queryByText('b.png')).toBeNull()
})

it('asks before another company’s player is loaded', async () => {
  const user = userEvent.setup()
  renderInput(aField('video'), 'https://vimeo.com/76979871')
  expect(document.querySelector('iframe')).toBeNull()
  await user.click(screen.getByRole('button', { name: /Play from Vimeo/ }))
  expect(document.querySelector('iframe')).toHaveAttribute(
    'src',
    'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1',
  )
})
