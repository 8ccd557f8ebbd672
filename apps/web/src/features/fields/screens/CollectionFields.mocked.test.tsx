/** The administration of fields, over a mocked API. */
import type { DataField, RunningTypeChange, TypeChangePreview } from '@muster/contract/fields/fields.schema'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { Around, aField, mockFetch } from '../testing/field.tsx'
import { CollectionFields } from './CollectionFields.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: ({ select }: { select: (params: object) => unknown }) =>
    select({ teamId: '1', dataCollectionId: '2' }),
}))

const base = '/api/teams/1/dataCollections/2/dataFields'
let fields: DataField[]
let trash: DataField[]
let changes: RunningTypeChange[]
let offered: TypeChangePreview['newItems']
let calls: { route: string; body: unknown }[]

beforeEach(() => {
  fields = [
    aField('plain_text', { id: 1, title: 'Name', columnName: 'name' }),
    aField('email_address', {
      id: 2,
      title: 'Email',
      columnName: 'email',
      isRequired: true,
      description: 'Work',
    }),
  ]
  trash = []
  changes = []
  offered = { count: 2, isMore: false, names: ['ada@example.org', 'ben@example.org'], mayCreate: true }
  calls = mockFetch({
    'GET /api/teams/1/dataCollections': () => ({
      dataCollection: [
        {
          id: 2,
          pluralName: 'Members',
          icon: '',
          DataFields: fields,
          idParentDataCollection: null,
          IdDataFieldDataObjectName: 1,
        },
        {
          id: 5,
          pluralName: 'Statuses',
          icon: '',
          DataFields: [],
          idParentDataCollection: null,
          IsUsedAsCustomList: true,
        },
      ],
    }),
    'GET /api/teams/1/dataCollections/2/typeChanges': () => ({ items: changes }),
    [`GET ${base}`]: (_, url) => ({ items: url.searchParams.has('deleted') ? trash : fields }),
    [`POST ${base}`]: (body) => {
      const made = aField('number', { ...(body as object), id: 9, columnName: 'age' })
      fields = [...fields, made]
      return made
    },
    [`PUT ${base}/2`]: (body) => ({ ...fields[1], ...(body as object) }),
    [`DELETE ${base}/2`]: () => {
      trash = fields.slice(1)
      fields = fields.slice(0, 1)
      return { id: 2 }
    },
    [`POST ${base}/2/restore`]: () => {
      fields = [...fields, ...trash]
      trash = []
      return fields[1]
    },
    'PUT /api/teams/1/dataCollections/2/dataFieldOrder': () => ({ items: [...fields].reverse() }),
    [`POST ${base}/2/typeChangePreview`]: (body) => {
      const { dataType, makesItems } = body as { dataType: string; makesItems?: boolean }
      const newItems = dataType === 'single_selection_from_list' ? offered : null
      const before = 'ada@example.org'
      return makesItems
        ? {
            filled: 3,
            converted: 3,
            lost: 0,
            newItems,
            samples: [{ recordId: 7, before, after: 1, text: before }],
          }
        : { filled: 3, converted: 1, lost: 2, newItems, samples: [{ recordId: 7, before, after: null }] }
    },
    [`PUT ${base}/2/dataType`]: () => ({
      field: fields[1],
      operation: { id: 4, kind: 'change_field_type', recordCount: 3 },
    }),
    'POST /api/teams/1/dataCollections/5/dataRecords/query': () => ({
      items: [{ id: 11, name: 'Draft', avatar: null, values: { name: 'Draft', color: null, rank: 1 } }],
      linked: {},
      total: 1,
      totalIsExact: true,
      nextCursor: null,
    }),
  }).calls
})

vi.mock('../../teams/public.ts', async (original) => ({ ...(await original<object>()), useTeamId: () => 1 }))

async function show() {
  render(
    <Around>
      <CollectionFields />
      <ConfirmHost />
      <Toaster />
    </Around>,
  )
  await screen.findByRole('button', { name: 'Email' })
  return userEvent.setup()
}
const last = (route: string) => calls.findLast((call) => call.route === route)

it('lists title, column name, data type and description', async () => {
  await show()
  const row = screen.getByRole('button', { name: 'Email' }).closest('tr') as HTMLElement
  for (const text of ['email', 'Email address', 'Work', 'Required'])
    expect(within(row).getByText(text)).toBeVisible()
  expect(await screen.findByText('Names the record')).toBeVisible()
})

it('adds a field: type, title, settings', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Add field' }))
  await user.type(await screen.findByRole('searchbox', { name: 'Search field types' }), 'whole')
  await user.click(screen.getByRole('button', { name: /Whole number/ }))
  await user.click(screen.getByRole('button', { name: 'Create field' }))
  expect(screen.getByText('Fill this in.')).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Age')
  await user.type(screen.getByRole('textbox', { name: 'Minimum' }), '1')
  await user.type(screen.getByRole('textbox', { name: 'Default value' }), '18')
  await user.click(screen.getByRole('button', { name: 'Create field' }))
  await waitFor(() =>
    expect(last(`POST ${base}`)?.body).toMatchObject({
      title: 'Age',
      dataType: 'number',
      defaultValue: 18,
      settings: { min: 1, max: null, displayFormat: 'grouped' },
    }),
  )
  expect(await screen.findByRole('button', { name: 'Age' })).toBeVisible()
})

it('asks for a list before a selection can be made', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Add field' }))
  await user.click(await screen.findByRole('button', { name: /^Choice from a list/ }))
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'Status')
  await user.click(screen.getByRole('button', { name: 'Create field' }))
  expect(screen.getByText('Fill this in.')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: /^List/ }))
  await user.click(await screen.findByRole('option', { name: 'Statuses' }))
  expect(await screen.findByRole('textbox', { name: 'Name of item 1' })).toHaveValue('Draft')
  await user.click(screen.getByRole('button', { name: 'Create field' }))
  await waitFor(() => expect(last(`POST ${base}`)?.body).toMatchObject({ settings: { listId: 5 } }))
})

it('edits a field, with titles in the other data languages', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Email' }))
  await user.click(await screen.findByRole('button', { name: 'Translations' }))
  await user.type(await screen.findByRole('textbox', { name: 'Title in Spanish' }), 'Correo')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(last(`PUT ${base}/2`)?.body).toMatchObject({
      title: 'Email',
      titleTranslations: { es: 'Correo' },
    }),
  )
  expect(last(`PUT ${base}/2`)?.body).not.toHaveProperty('dataType')
})

it('deletes after a question, and restores from the toast and from the trash', async () => {
  const user = await show()
  const remove = async () => {
    await user.click(screen.getByRole('button', { name: 'Actions for Email' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete field' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Email' })).toBeNull())
  }
  await remove()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Email' })
  await remove()
  await user.click(await screen.findByRole('radio', { name: 'Deleted (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(trash).toEqual([]))
})

it('leads to the changes of a text in many records', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Actions for Name' }))
  expect(await screen.findByRole('menuitem', { name: 'Find and replace' })).toHaveAttribute(
    'href',
    '/team-1/data-collections/2/records?view=all&rewrite=replace.name',
  )
  expect(screen.getByRole('menuitem', { name: 'Split into columns' })).toHaveAttribute(
    'href',
    '/team-1/data-collections/2/records?view=all&rewrite=split.name',
  )
})

it('shows what a change of type would lose before it is applied', async () => {
  const user = await show()
  await user.click(screen.getByRole('button', { name: 'Actions for Email' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change type' }))
  await user.click(await screen.findByRole('button', { name: /^Whole number/ }))
  expect(last(`PUT ${base}/2/dataType`)).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'See what changes' }))
  expect(await screen.findByText('ada@example.org')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Change type and lose 2 values' }))
  await waitFor(() => expect(last(`PUT ${base}/2/dataType`)?.body).toMatchObject({ dataType: 'number' }))
})

async function previewChoice(user: ReturnType<typeof userEvent.setup>, list: string | null) {
  await user.click(screen.getByRole('button', { name: 'Actions for Email' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change type' }))
  await user.click(await screen.findByRole('button', { name: /^Choice from a list/ }))
  if (list !== null) {
    await user.click(screen.getByRole('combobox', { name: /^List/ }))
    await user.click(await screen.findByRole('option', { name: list }))
  }
  await user.click(screen.getByRole('button', { name: 'See what changes' }))
}

it('offers to create list items from new texts, and does unless deselected', async () => {
  const user = await show()
  await previewChoice(user, 'Statuses')
  const offer = await screen.findByRole('checkbox', { name: 'Create 2 list items from them' })
  expect(offer).toBeChecked()
  expect(screen.getByText('ben@example.org')).toBeVisible()
  await user.click(offer)
  expect(await screen.findByRole('button', { name: 'Change type and lose 2 values' })).toBeEnabled()
  await user.click(offer)
  await user.click(await screen.findByRole('button', { name: 'Change type' }))
  await waitFor(() =>
    expect(last(`PUT ${base}/2/dataType`)?.body).toMatchObject({ settings: { listId: 5 }, makesItems: true }),
  )
})

it('offers a new list named after the field where none is chosen', async () => {
  const user = await show()
  await previewChoice(user, null)
  const name = 'Create a new list “Email” with 2 items'
  expect(await screen.findByRole('checkbox', { name })).toBeChecked()
})

it.each([
  ['many texts', { count: 51 }, true],
  ['no right to create items', { mayCreate: false }, false],
])('does not create items by default with %s', async (_, more, isEnabled) => {
  offered = { ...offered!, ...more }
  const user = await show()
  await previewChoice(user, 'Statuses')
  const offer = await screen.findByRole('checkbox', { name: /list items from them/ })
  expect(offer).not.toBeChecked()
  expect(offer.matches(':enabled')).toBe(isEnabled)
})

it('shows that there are more texts than items that can be created at once', async () => {
  offered = { ...offered!, count: 1000, isMore: true }
  const user = await show()
  await previewChoice(user, 'Statuses')
  expect(await screen.findByText(/^More than 1,000 different texts/)).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /list items/ })).toBeNull()
})

it('shows why fields did not load', async () => {
  mockFetch({})
  render(
    <Around>
      <CollectionFields />
    </Around>,
  )
  expect(await screen.findByText('Error loading DataFields. Please retry.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
})

it('shows the progress of a background change, and its end', async () => {
  const run = { state: 'running' as const, seen: 15_000, total: 60_000 }
  changes = [{ operationId: 7, dataFieldId: 2, dataType: 'url', run }]
  await show()
  expect(await screen.findByText(/15,000 of 60,000 values/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop' })).toBeEnabled()
  changes = [{ operationId: 8, dataFieldId: 2, dataType: 'url', run: { ...run, state: 'failed' } }]
  expect(await screen.findByText(/Could not change to/)).toBeVisible()
  expect(
    await screen.findByText('The type of “Email” could not be changed. Nothing was changed.'),
  ).toBeVisible()
})
