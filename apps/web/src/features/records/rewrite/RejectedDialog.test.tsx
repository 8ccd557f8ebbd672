/** What an operation left as it was, over a mocked API. */
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { RejectedDialog } from './RejectedDialog.tsx'

const phone = aField('plain_text', { columnName: 'phone', title: 'Phone', dataCollectionId: 5 })
const rejected = Array.from({ length: 3 }, (_, n) => ({ path: `items.${11 + n}.phone`, code: 'too_long' }))

function show(dataCollectionId: number | null) {
  const record = (id: number) => ({ id, name: `Person ${id}`, avatar: null, dataCollectionId: 5, values: {} })
  const { calls } = mockFetch({
    'GET /api/teams/1/dataCollections': () => ({
      dataCollection: [
        { id: 5, idHomeDataCollection: 5, name: 'Person', pluralName: 'People', DataFields: [phone] },
      ],
    }),
    'GET /api/teams/1/dataRecords/11': () => record(11),
    'POST /api/teams/1/dataCollections/5/dataRecords/query': () => ({
      items: [11, 12, 13].map(record),
      linked: {},
      total: 3,
      totalIsExact: true,
      nextCursor: null,
    }),
  })
  render(
    <RejectedDialog
      title="Replace"
      teamId={1}
      dataCollectionId={dataCollectionId}
      rejected={rejected}
      count={3}
      onClose={() => {}}
    />,
    { wrapper: Around },
  )
  return () => calls.map(({ route }) => route).filter((route) => route.includes('/dataRecords'))
}

it('names its records by one request', async () => {
  const asked = show(5)
  for (const name of ['Person 11', 'Person 12', 'Person 13'])
    expect(await screen.findByRole('link', { name })).toBeVisible()
  expect(screen.getAllByText('Phone')).toHaveLength(3)
  expect(asked()).toEqual(['POST /api/teams/1/dataCollections/5/dataRecords/query'])
})

it('shows the fields of the collection of its records, whatever list it is shown in', async () => {
  const asked = show(null)
  expect(await screen.findByRole('link', { name: 'Person 13' })).toBeVisible()
  expect(screen.getAllByText('Phone')).toHaveLength(3)
  expect(asked()).toHaveLength(2)
})
