/** The report of the indexes that views keep, over a mocked API. */
import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '../../../lib/i18n.ts'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { ViewIndexes } from './ViewIndexes.tsx'

afterEach(() => setLanguage('en'))

const index = {
  name: 'i1',
  dataCollectionId: 2,
  columns: ['born'],
  kind: 'sort',
  sizeBytes: 8_400_000,
  uses: 12_345,
  lastUsedAt: '2026-03-03T14:05:00Z',
  status: 'ready',
  dataViewIds: [5, 6],
  smartDataCollectionIds: [3],
}
const collections = 'GET /api/teams/1/dataCollections'
const views = 'GET /api/teams/1/dataViews'
const indexes = 'GET /api/teams/1/dataViewIndexes'
const born = aField('date', {
  id: 1,
  columnName: 'born',
  title: 'Born',
  titleTranslations: { es: 'Nacimiento' },
})
const known = {
  [collections]: () => ({
    dataCollection: [
      { id: 2, pluralName: 'People', DataFields: [born] },
      { id: 3, pluralName: 'Elders', DataFields: [born] },
    ],
  }),
  [views]: () => ({ items: [{ id: 5, internalName: 'By age' }] }),
}
const show = () =>
  render(
    <Around>
      <ViewIndexes teamId={1} />
    </Around>,
  )

it('lists each index with its views and collection, size and last use', async () => {
  mockFetch({
    ...known,
    [indexes]: () => ({
      items: [
        index,
        { ...index, name: 'i2', status: 'wanted', sizeBytes: 0, uses: 0, lastUsedAt: null },
        // PostgreSQL 15 counts uses and does not date them.
        { ...index, name: 'i3', sizeBytes: 9_400_000, lastUsedAt: null },
      ],
    }),
  })
  await setLanguage('es')
  show()
  const ready = (await screen.findByText('8,4 MB')).closest('tr')
  const wanted = screen.getByText('Previsto').closest('tr')
  if (!ready || !wanted) throw new Error('There are not two rows.')
  expect(await within(ready).findByText('Nacimiento · orden')).toBeVisible()
  expect(within(ready).getByText('8,4 MB')).toBeVisible()
  expect(within(ready).getByText('12.345')).toBeVisible()
  expect(within(ready).getByText(/3 mar 2026/)).toBeVisible()
  expect(await within(ready).findByRole('link', { name: 'By age' })).toHaveAttribute(
    'href',
    '/team-1/admin/data-views/5/details',
  )
  expect(within(ready).getByRole('link', { name: 'Elders' })).toBeVisible()
  expect(within(ready).getByText('1 vista personal')).toBeVisible()
  expect(within(wanted).getByText('nunca')).toBeVisible()
  const undated = screen.getByText('9,4 MB').closest('tr')
  expect(undated).not.toHaveTextContent('nunca')
  expect(undated).toHaveTextContent('–')
})

it.each([
  ['en', 'No view needs an index yet.', 'Oops, there was an error getting the indexes.'],
  ['es', 'Ninguna vista necesita un índice todavía.', 'Vaya, se produjo un error al obtener los índices.'],
  [
    'fr',
    'Aucune vue n’a encore besoin d’un index.',
    'Oups, une erreur s’est produite lors de la récupération des index.',
  ],
] as const)('shows in %s that there are none, and that loading failed', async (language, none, failed) => {
  await setLanguage(language)
  mockFetch({ ...known, [indexes]: () => ({ items: [] }) })
  const { unmount } = show()
  expect(await screen.findByText(none)).toBeVisible()
  unmount()
  mockFetch({
    ...known,
    [indexes]: () => {
      throw new Error('broken')
    },
  })
  show()
  expect(await screen.findByText(failed)).toBeVisible()
})
