/** When a record's field is saved, over a mocked API: typed values are never only in the input. */
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { upload } from '../../../lib/api.ts'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { RecordFields } from './RecordFields.tsx'

vi.mock('../../../lib/api.ts', async (original) => ({ ...(await original<object>()), upload: vi.fn() }))
vi.mock('../../live/public.ts', () => ({
  FieldWriter: () => null,
  noteField: () => {},
  usePeopleHere: () => [],
}))

const price = aField('money', { columnName: 'price', title: 'Price', isRequired: true })
const stars = aField('rating', { columnName: 'stars', title: 'Stars' })
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
    values: {
      born: '1941-09-08',
      email: 'ada@example.org',
      home: null,
      price: { amount: 1250.5, currency: 'USD' },
      stars: 2,
    },
    linked: {},
  } as unknown as RecordDetail
  put.mockReset()
  put.mockImplementation((body: { values: object }) => ({
    record: { ...record, version: 4, values: { ...record.values, ...body.values } },
    operation: null,
  }))
  mockFetch({ [`PUT /api/teams/1/dataRecords/${recordId}`]: put })
})

const show = (fields: (typeof born)[], isReadOnly = false) =>
  render(
    <RecordFields teamId={1} record={record} fields={fields} isReadOnly={isReadOnly} variant="drawer" />,
    { wrapper: Around },
  )
const editButton = (title: string) => screen.findByRole('button', { name: `Edit ${title}` })
const open = async (title: string) => userEvent.click(await editButton(title))
const saved = async () => {
  await waitFor(() => expect(put).toHaveBeenCalled())
  return put.mock.calls.map(([body]) => body.values)
}

it('saves a typed day when Tab moves on to the calendar beside it', async () => {
  show([born])
  await open('Born')
  const input = await screen.findByLabelText('Born')
  await userEvent.clear(input)
  await userEvent.type(input, '09/08/1951')
  await userEvent.tab()
  expect(screen.getByRole('button', { name: 'Choose a date' })).toHaveFocus()
  expect(await saved()).toEqual([{ born: '1951-09-08' }])
})

it('saves a picked day at once', async () => {
  show([born])
  await open('Born')
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a date' }))
  await userEvent.click(await screen.findByRole('button', { name: '20 September 1941' }))
  expect(await saved()).toEqual([{ born: '1941-09-20' }])
})

it('sends the text of an input when the page is left, and asks before', async () => {
  show([email])
  await open('Email')
  const input = await screen.findByLabelText('Email')
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  await userEvent.clear(input)
  await userEvent.type(input, 'grace@example.org')
  expect(put).not.toHaveBeenCalled()
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  expect(await saved()).toEqual([{ email: 'grace@example.org' }])
})

it('saves an address only when all of its inputs are left', async () => {
  show([address, email])
  await open('Home')
  await userEvent.type(await screen.findByLabelText('City'), 'Springfield')
  await userEvent.tab()
  expect(put).not.toHaveBeenCalled()
  await open('Email')
  expect(await saved()).toEqual([{ home: expect.objectContaining({ city: 'Springfield' }) }])
})

it('shows values as they are read, and editors only where somebody edits', async () => {
  show([price, born, address])
  const group = await screen.findByRole('group', { name: 'Price' })
  expect(within(group).getByText('$1,250.50')).toBeVisible()
  expect(within(group).getByText('*')).toBeInTheDocument()
  expect(screen.getByText('Sep 8, 1941')).toBeVisible()
  expect(await editButton('Home')).toHaveAccessibleDescription('Empty')
  expect(await editButton('Born')).toHaveAccessibleDescription('Sep 8, 1941')
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByText('$1,250.50'))
  expect(screen.getByRole('textbox', { name: 'Price' })).toHaveFocus()
  await userEvent.click(screen.getByText('Sep 8, 1941'))
  expect(screen.getByText('$1,250.50')).toBeVisible()
  expect(screen.getByLabelText('Born')).toHaveFocus()
  expect(put).not.toHaveBeenCalled()
})

it('goes from value to value by Tab, and edits by Enter or by typing', async () => {
  show([email, born])
  await editButton('Email')
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'ada@example.org' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
  await userEvent.keyboard('grace@example.org{Enter}')
  expect(await editButton('Email')).toHaveFocus()
  expect(await saved()).toEqual([{ email: 'grace@example.org' }])
  await userEvent.tab()
  expect(await editButton('Born')).toHaveFocus()
  await userEvent.keyboard('0')
  expect(screen.getByLabelText('Born')).toHaveValue('0')
  await userEvent.keyboard('{Escape}')
  expect(await editButton('Born')).toHaveFocus()
  expect(screen.getByText('Sep 8, 1941')).toBeVisible()
  expect(put).toHaveBeenCalledTimes(1)
})

it('leaves the drawer open where Escape takes back what was typed', async () => {
  const onKey = vi.fn()
  document.addEventListener('keydown', onKey)
  show([email])
  await open('Email')
  onKey.mockReset()
  await userEvent.keyboard('{Escape}')
  expect(onKey.mock.calls.every(([event]) => event.defaultPrevented)).toBe(true)
  expect(await editButton('Email')).toHaveFocus()
  document.removeEventListener('keydown', onKey)
})

it('keeps what is not a value in its editor, with the reason', async () => {
  show([email, born])
  await open('Email')
  await userEvent.clear(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'grace')
  await userEvent.click(screen.getByText('Sep 8, 1941'))
  expect(screen.getByLabelText('Email')).toHaveValue('grace')
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/e-?mail/i)
  expect(put).not.toHaveBeenCalled()
})

it('takes a digit on the stars as the value', async () => {
  show([stars])
  ;(await editButton('Stars')).focus()
  await userEvent.keyboard('4')
  expect(await saved()).toEqual([{ stars: 4 }])
})

it('shows only the value where a field cannot be edited', async () => {
  show([price, { ...born, canUpdate: false }])
  await editButton('Price')
  expect(screen.getByText('Sep 8, 1941')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit Born' })).toBeNull()
  await userEvent.click(screen.getByText('Sep 8, 1941'))
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('saves files that are added together at once', async () => {
  const arrived: ((file: object) => void)[] = []
  vi.mocked(upload).mockImplementation(() => new Promise((resolve) => arrived.push(resolve as never)))
  const fileOf = (at: number) => ({
    id: `6a7e6c0e-4a3f-4a53-9d0a-6b3c0c8f1a0${at}`,
    url: `/api/teams/1/files/${at}`,
    name: `${at}.txt`,
    size: 1,
    kind: 'document',
    mimeType: 'text/plain',
    thumbnail: null,
  })
  show([aField('multi_file', { columnName: 'papers', title: 'Papers' }), email])
  await open('Papers')
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, [
    new File(['x'], '1.txt'),
    new File(['y'], '2.txt'),
  ])
  await waitFor(() => expect(arrived).toHaveLength(2))
  arrived[0]?.(fileOf(1))
  await screen.findByRole('link', { name: '1.txt' })
  // Leaving does not end the upload of the other.
  await open('Email')
  arrived[1]?.(fileOf(2))
  expect(await saved()).toEqual([{ papers: [fileOf(1), fileOf(2)] }])
  expect(put).toHaveBeenCalledTimes(1)
})
