/** Records in collections, over a mocked API. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { Around, aField, mockFetch } from '../fields/testing/field.tsx'
import { RecordCollections } from './components/RecordCollections.tsx'

vi.mock('../teams/public.ts', async (original) => ({
  ...(await original<object>()),
  useTeamId: () => 1,
  useCan: () => () => true,
}))

const collection = (id: number, pluralName: string, parent: number | null, isSmartCollection = false) =>
  ({
    id,
    pluralName,
    name: pluralName,
    icon: 'fas fa-user',
    idHomeDataCollection: 2,
    idParentDataCollection: parent,
    isSmartCollection,
    DataFields: [aField('plain_text', { id: 1, columnName: 'name', title: 'Name' })],
  }) as unknown as DataCollection
const record = {
  id: 7,
  name: 'Ada',
  dataCollectionId: 2,
  dataCollectionIds: [2, 3, 5],
  values: { name: 'Ada' },
  linked: {},
} as unknown as RecordDetail

beforeEach(() => {
  mockFetch({
    'GET /api/teams/1/dataCollections': () => ({
      dataCollection: [
        collection(2, 'People', null),
        collection(3, 'Guests', 2),
        collection(4, 'Speakers', 2),
        collection(5, 'Elders', 2, true),
        collection(6, 'Winners', 2, true),
      ],
    }),
    'POST /api/teams/1/dataRecords/7/membershipExplanation': () => ({
      dataCollectionId: 5,
      kind: 'smart',
      isMember: true,
      isInTrash: false,
      parent: null,
      change: null,
      record,
      filter: {
        kind: 'all',
        holds: null,
        parts: [
          { kind: 'condition', holds: true, field: 'name', op: 'is', value: 'ada' },
          { kind: 'hidden', holds: null },
        ],
      },
    }),
  })
})

async function show(onSet = vi.fn()) {
  render(
    <Around>
      <RecordCollections teamId={1} record={record} isReadOnly={false} onSet={onSet} />
    </Around>,
  )
  await screen.findByText('Guests')
  return { user: userEvent.setup(), onSet }
}

it('explains why, and hides the details of fields that may not be seen', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Why is it in “Elders”?' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('It is in this collection.')).toBeVisible()
  expect(within(dialog).getByText('Name is ada')).toBeVisible()
  expect(within(dialog).getByText('Depends on a field you cannot see.')).toBeVisible()
  expect(within(dialog).getByRole('img', { name: 'Met' })).toBeVisible()
})

it('adds, moves and removes, and explains why smart collections refuse', async () => {
  const { user, onSet } = await show()
  await user.click(screen.getByRole('button', { name: 'Move out of “Guests” into another' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Speakers' }))
  expect(onSet).toHaveBeenLastCalledWith([4])
  await user.click(screen.getByRole('button', { name: 'Remove from “Guests”' }))
  expect(onSet).toHaveBeenLastCalledWith([])
  await user.click(screen.getByRole('button', { name: 'Add to a collection' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Winners/ }))
  expect(await screen.findByText(/Nobody can add or remove them by hand/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the filter' })).toHaveAttribute(
    'href',
    '/team-1/admin/data-collections/6/details',
  )
  expect(onSet).toHaveBeenCalledTimes(2)
})
