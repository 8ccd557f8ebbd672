import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../../lib/i18n.ts'
import { Around, exampleField, mockFetch } from '../fields/testing/field.tsx'
import { FilterBuilder } from './FilterBuilder.tsx'

const fields: DataField[] = [
  { ...exampleField('plain_text'), columnName: 'city', title: 'City' },
  { ...exampleField('number'), columnName: 'terms', title: 'Terms' },
]

let changes: (Filter | null)[] = []

function Screen({ start, of }: { start: Filter | null; of: DataField[] }) {
  const [value, setValue] = useState(start)
  const onChange = (filter: Filter | null) => {
    changes.push(filter)
    setValue(filter)
  }
  return <FilterBuilder fields={of} value={value} onChange={onChange} />
}

async function build(start: Filter | null, of = fields) {
  render(
    <Around>
      <Screen start={start} of={of} />
    </Around>,
  )
  await waitFor(() => screen.getByRole('group', { name: 'Which conditions must match' }))
}

beforeAll(() => i18next.loadNamespaces(['filters', 'fields', 'dataTypes']))
beforeEach(() => {
  changes = []
  mockFetch({ 'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }) })
})

afterEach(() => setLanguage('en'))

describe('FilterBuilder', () => {
  it('reports a condition once it is complete', async () => {
    await build(null)
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }))
    expect(changes).toEqual([])
    expect(screen.getByText('Choose a value to use this condition.')).toBeVisible()
    fireEvent.change(screen.getByRole('textbox', { name: 'Value' }), { target: { value: 'Reno' } })
    expect(changes).toEqual([{ field: 'city', op: 'contains', value: 'Reno' }])
  })

  it('shows a given filter and removes conditions', async () => {
    const city: Filter = { field: 'city', op: 'is', value: 'Elko' }
    await build({ and: [city, { field: 'city', op: 'isEmpty' }] })
    expect(screen.getByRole('textbox', { name: 'Value' })).toHaveValue('Elko')
    fireEvent.click(screen.getAllByRole('button', { name: 'Remove condition' })[1] as HTMLElement)
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition' }))
    expect(changes).toEqual([city, null])
  })

  it('offers a name once, and keeps the one of any record where it was chosen', async () => {
    const named = [{ ...exampleField('plain_text'), columnName: 'name', title: 'Name' }, ...fields]
    mockFetch({
      'GET /api/teams/1/dataCollections': () => ({
        dataCollection: [
          { id: 2, idHomeDataCollection: 2, name: 'Town', pluralName: 'Towns', DataFields: named },
        ],
      }),
    })
    const condition = (field: string): Filter => ({ field, op: 'is', value: 'Reno' })
    render(<FilterBuilder dataCollectionId={2} value={condition('city')} onChange={() => {}} />, {
      wrapper: Around,
    })
    const names = () => screen.getAllByRole('option', { name: 'Name' })
    fireEvent.click(await screen.findByDisplayValue('City'))
    expect(names()).toHaveLength(1)
    cleanup()
    render(<FilterBuilder dataCollectionId={2} value={condition('@name')} onChange={() => {}} />, {
      wrapper: Around,
    })
    fireEvent.click(await screen.findByDisplayValue('Name'))
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  it('lets the reader stand for their own record, where records represent users', async () => {
    const tasks: DataField[] = [
      {
        ...exampleField('single_data_record'),
        columnName: 'assignee',
        title: 'Assignee',
        settings: { dataCollectionId: 7 },
      },
    ]
    mockFetch({
      'GET /api/teams/1/dataCollections': () => ({
        dataCollection: [
          {
            id: 7,
            name: 'Team member',
            pluralName: 'Team members',
            IsInternalConfiguration: true,
            representsPeople: true,
          },
        ],
      }),
      'POST /api/teams/1/dataCollections/7/dataRecords/query': () => ({
        items: [{ id: 3, name: 'Ada', values: {} }],
        linked: {},
        total: 1,
        totalIsExact: true,
        nextCursor: null,
      }),
    })
    await build({ field: 'assignee', op: 'is', value: 3 }, tasks)
    fireEvent.click(screen.getByRole('combobox', { name: 'Value' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Me' }))
    await waitFor(() =>
      expect(changes).toEqual([{ field: 'assignee', op: 'is', value: { variable: 'currentUser' } }]),
    )
    expect(screen.getAllByText('Me')[0]).toBeVisible()
  })

  it('shows list items in the reader’s language', async () => {
    const field = { ...exampleField('single_selection_from_list'), columnName: 'chamber', title: 'Chamber' }
    const fields = [{ ...field, settings: { listId: 7 } }]
    mockFetch({
      'GET /api/teams/1/dataCollections': () => ({
        dataCollection: [{ id: 7, name: 'Chamber', pluralName: 'Chambers', IsUsedAsCustomList: true }],
      }),
      'POST /api/teams/1/dataCollections/7/dataRecords/query': () => ({
        items: [{ id: 3, name: 'Senate', values: { color: null, name_es: 'Senado' } }],
        linked: {},
        total: 1,
        totalIsExact: true,
        nextCursor: null,
      }),
    })
    await setLanguage('es')
    render(
      <Around>
        <Screen start={{ field: 'chamber', op: 'is', value: 3 }} of={fields} />
      </Around>,
    )
    expect(await screen.findByText('Senado')).toBeVisible()
  })

  it('begins at the condition of a wanted field: at its value, or at its operator if it has no value', async () => {
    const start = (value: Filter | null, startField: string) =>
      render(
        <Around>
          <FilterBuilder fields={fields} value={value} onChange={() => {}} startField={startField} />
        </Around>,
      )
    const focused = () => [...document.querySelectorAll('[data-autofocus]')]
    const first = start({ field: 'terms', op: 'is', value: 3 }, 'city')
    await screen.findAllByRole('button', { name: 'Remove condition' })
    // The value of a new condition after the one that there is.
    expect(focused()).toEqual([screen.getAllByRole('textbox', { name: 'Value' }).at(-1)])
    first.unmount()
    start({ field: 'city', op: 'isEmpty' }, 'city')
    await screen.findByRole('button', { name: 'Remove condition' })
    expect(focused().map((one) => one.getAttribute('aria-label'))).toEqual(['Operator'])
  })

  it('nests groups', async () => {
    const city: Filter = { field: 'city', op: 'is', value: 'Elko' }
    await build(city)
    fireEvent.click(screen.getByRole('button', { name: 'Add group' }))
    const values = screen.getAllByRole('textbox', { name: 'Value' })
    fireEvent.change(values[1] as HTMLElement, { target: { value: 'Reno' } })
    expect(changes).toEqual([{ and: [city, { field: 'city', op: 'contains', value: 'Reno' }] }])
  })
})
