/** When a record's field is saved, over a mocked API: typed values are never only in the input. */
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { RecordFields } from './RecordFields.tsx'

vi.mock('../../live/public.ts', () => ({
  FieldWriter: () => null,
  noteField: () => {},
  usePeopleHere: () => [],
}))

const born = aField('date', { columnName: 'born', title: 'Born' })
const email = aField('email_address', { columnName: 'email', title: 'Email' })
const address = aField('physical_address', { columnName: 'home', title: 'Home' })
let recordId = 100
let record: RecordDetail
const put = vi.fn()

beforeEach(() => {
  // Edits are stored by record: each test has its own.
  record = {
    id: ++recordId,
    name: 'Ada',
    dataCollectionId: 2,
    dataCollectionIds: [2],
    version: 3,
    values: { born: '1941-09-08', email: 'ada@example.org', home: null },
    linked: {},
  } as unknown as RecordDetail
  put.mockReset()
  put.mockImplementation((body: { values: object }) => ({
    record: { ...record, version: 4, values: { ...record.values, ...body.values } },
    operation: null,
  }))
  mockFetch({ [`PUT /api/teams/1/dataRecords/${recordId}`]: put })
})

const show = (...fields: (typeof born)[]) =>
  render(<RecordFields teamId={1} record={record} fields={fields} isReadOnly={false} variant="drawer" />, {
    wrapper: Around,
  })
const saved = async () => {
  await waitFor(() => expect(put).toHaveBeenCalled())
  return put.mock.calls.map(([body]) => body.values)
}

it('saves a typed day when Tab moves on to the calendar beside it', async () => {
  show(born)
  const input = await screen.findByLabelText('Born')
  await userEvent.clear(input)
  await userEvent.type(input, '09/08/1951')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Choose a date' })).toHaveFocus()
  expect(await saved()).toEqual([{ born: '1951-09-08' }])
})

it('saves a picked day at once', async () => {
  show(born)
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a date' }))
  await userEvent.click(await screen.findByRole('button', { name: '20 September 1941' }))
  expect(await saved()).toEqual([{ born: '1941-09-20' }])
})

it('sends the text of an input when the page is left, and asks before', async () => {
  show(email)
  const input = await screen.findByLabelText('Email')
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  await userEvent.clear(input)
  await userEvent.type(input, 'grace@example.org')
  expect(put).not.toHaveBeenCalled()
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  expect(await saved()).toEqual([{ email: 'grace@example.org' }])
})

it('saves an address only when all of its inputs are left', async () => {
  show(address, email)
  await userEvent.type(await screen.findByLabelText('City'), 'Springfield')
  await userEvent.tab()
  expect(put).not.toHaveBeenCalled()
  await userEvent.click(screen.getByLabelText('Email'))
  expect(await saved()).toEqual([{ home: expect.objectContaining({ city: 'Springfield' }) }])
})
