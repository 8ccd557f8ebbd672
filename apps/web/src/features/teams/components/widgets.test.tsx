/** Every widget of the dashboard shows in each language that it is empty, and that loading failed. */
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import {
  bookmarksFailed,
  changesFailed,
  collectionsFailed,
  noBookmarks,
  noChanges,
  noCollections,
} from '../../../../test/common-texts.ts'
import { languages, setLanguage } from '../../../lib/i18n.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { BookmarkedCard } from './BookmarkedCard.tsx'
import { FeaturedCard } from './FeaturedCard.tsx'
import { RecentChangesCard } from './RecentChangesCard.tsx'
import { StatsCards } from './StatsCards.tsx'

afterEach(() => setLanguage('en'))

const collections = 'GET /api/teams/1/dataCollections'
const stats = 'GET /api/teams/1/statCards'
const changes = 'GET /api/teams/1/recentChanges'
const bookmarks = 'GET /api/teams/1/bookmarks'

const none = {
  [collections]: () => ({ dataCollection: [] }),
  [stats]: () => ({ records: { now: 0, lastMonth: 0 } }),
  [changes]: () => ({ items: [], nextCursor: null }),
  [bookmarks]: () => ({ items: [], next: null }),
}
const broken = () => {
  throw new Error('broken')
}

interface Widget {
  name: string
  node: ReactNode
  fails: string
  empty: Record<string, string>
  error: Record<string, string>
}

const widgets: Widget[] = [
  {
    name: 'stats',
    node: <StatsCards teamId={1} />,
    fails: stats,
    empty: {
      en: 'No stats found for this team.',
      es: 'No hay cifras de este equipo.',
      fr: 'Aucun chiffre pour cette équipe.',
    },
    error: {
      en: 'Oops, there was an error getting the team stats.',
      es: 'Vaya, hubo un error al obtener las cifras del equipo.',
      fr: 'Oups, une erreur s’est produite lors de la lecture des chiffres de l’équipe.',
    },
  },
  {
    name: 'recent changes',
    node: <RecentChangesCard teamId={1} />,
    fails: changes,
    empty: noChanges,
    error: changesFailed,
  },
  {
    name: 'data collections',
    node: <FeaturedCard teamId={1} canCreate={false} />,
    fails: collections,
    empty: noCollections,
    error: collectionsFailed,
  },
  {
    name: 'bookmarks',
    node: <BookmarkedCard teamId={1} />,
    fails: bookmarks,
    empty: noBookmarks,
    error: bookmarksFailed,
  },
]

const cases = languages.flatMap((language) => widgets.map((widget) => ({ language, ...widget })))

it.each(cases)('$name with nothing in it, in $language', async ({ language, node, empty }) => {
  mockFetch(none)
  await setLanguage(language)
  render(node, { wrapper: Around })
  expect(await screen.findByText(empty[language] as string)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each(cases)('$name that does not load, in $language', async ({ language, node, fails, error }) => {
  mockFetch({ ...none, [fails]: broken })
  await setLanguage(language)
  render(node, { wrapper: Around })
  expect(await screen.findByRole('alert')).toHaveTextContent(error[language] as string)
})
