/** The choices for an import are sent; the result of a check is shown before the import. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Import, ImportCheck } from '@muster/contract/imports/imports.api'
import { fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Around, exampleField, mockFetch } from '../../fields/testing/field.tsx'
import { CheckResult } from './CheckResult.tsx'
import { type Draft, newDraft } from './draft.ts'
import { RowRules } from './RowRules.tsx'

const fields: DataField[] = [
  { ...exampleField('plain_text'), id: 1, columnName: 'name', title: 'Name', isUnique: false },
  { ...exampleField('email_address'), id: 2, columnName: 'email', title: 'Email', isUnique: true },
]

let latest: Draft | undefined

function Screen() {
  const [draft, setDraft] = useState(
    newDraft(['name', 'email'].map((columnName) => ({ to: 'field', columnName }))),
  )
  latest = draft
  return (
    <RowRules
      draft={draft}
      fields={fields}
      onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
    />
  )
}

beforeAll(() => i18next.loadNamespaces(['imports', 'errors', 'common', 'fields', 'dataTypes']))
beforeEach(() => {
  mockFetch({ 'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }) })
})

it('preselects the one unique field as the key, and shows when there is none', () => {
  render(
    <Around>
      <Screen />
    </Around>,
  )
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.change(screen.getByLabelText('Rows of the file'), { target: { value: 'update' } })
  expect(latest).toMatchObject({ mode: 'update', matchBy: ['email'] })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Email' }))
  expect(screen.getByText('Choose at least one field.')).toBeVisible()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Name' }))
  fireEvent.change(screen.getByLabelText('Empty cells'), { target: { value: 'clear' } })
  expect(latest).toMatchObject({ matchBy: ['name'], emptyCells: 'clear' })
})

it('shows how many rows do what, why some are rejected, and what changes', async () => {
  const check: ImportCheck = {
    choices: {
      columns: [{ index: 0, columnName: 'name' }],
      mode: 'createAndUpdate',
      matchBy: ['name'],
      emptyCells: 'keep',
      duplicates: 'first',
      spaces: 'trim',
    },
    created: 1200,
    updated: 1,
    unchanged: 0,
    rejected: 2,
    spaced: 2,
    choicesCreated: 1,
    choiceSamples: [{ column: 'party', name: 'Reds' }],
    rejectSamples: [{ line: 4, column: 'email', code: 'not_an_email', value: 'nobody' }],
    reasons: [{ column: 'email', code: 'not_an_email', count: 2 }],
    createSamples: [{ line: 2, cells: ['Ada'] }],
    updateSamples: [
      { line: 3, recordId: 9, name: 'Ben', changes: [{ columnName: 'name', before: 'Ben', after: 'Benno' }] },
    ],
  }
  const columns = [{ index: 0, header: 'name', guessedType: 'plain_text', samples: [], filled: 1 }]
  const data = { id: 5, dataCollectionId: 3, columns, check } as unknown as Import
  render(
    <Around>
      <CheckResult teamId={1} data={data} check={check} onBack={() => {}} />
    </Around>,
  )
  expect(await screen.findByText('What this import will do')).toBeVisible()
  expect(screen.getByText('1,200')).toBeVisible()
  expect(screen.getByText('1 new entry will be created because cells name it.')).toBeVisible()
  expect(screen.getByText('Reds')).toBeVisible()
  expect(screen.getByText('nobody')).toBeVisible()
  expect(screen.getByText('Benno')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Download rejected rows' })).toHaveAttribute(
    'href',
    '/api/teams/1/imports/5/rejects',
  )
  expect(screen.getByRole('button', { name: 'Import 1,201 rows' })).toBeEnabled()
})
