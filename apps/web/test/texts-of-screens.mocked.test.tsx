/** The texts of spec section 8 for lists of a team, in three languages: each shows that it is empty, or did not load. */
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Bookmarked } from '../src/features/bookmarks/screens/Bookmarked.tsx'
import { AdminCollectionList } from '../src/features/collections/screens/AdminCollectionList.tsx'
import { CollectionList } from '../src/features/collections/screens/CollectionList.tsx'
import { CollectionFields } from '../src/features/fields/screens/CollectionFields.tsx'
import { Around, mockFetch } from '../src/features/fields/testing/field.tsx'
import { CustomLists } from '../src/features/lists/screens/CustomLists.tsx'
import { RecentlyChanged } from '../src/features/search/RecentlyChanged.tsx'
import { AdminDashboard } from '../src/features/teams/screens/AdminDashboard.tsx'
import { languages, setLanguage } from '../src/lib/i18n.ts'
import { DataTable } from '../src/ui/DataTable.tsx'
import {
  bookmarksFailed,
  changesFailed,
  collectionsFailed,
  noBookmarks,
  noChanges,
  noCollections,
} from './common-texts.ts'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: ({ select }: { select: (params: object) => unknown }) =>
    select({ teamId: '1', dataCollectionId: '2' }),
  useNavigate: () => () => {},
  useSearch: () => ({}),
}))
vi.mock('../src/features/teams/use-team.ts', () => ({ useTeamId: () => 1, useCan: () => () => true }))

afterEach(() => setLanguage('en'))

const collections = 'GET /api/teams/1/dataCollections'
const fields = 'GET /api/teams/1/dataCollections/2/dataFields'
const changes = 'GET /api/teams/1/recentChanges'
const bookmarks = 'GET /api/teams/1/bookmarks'
const glance = 'GET /api/teams/1/atAGlance'

const none = {
  [collections]: () => ({ dataCollection: [] }),
  [fields]: () => ({ items: [] }),
  [changes]: () => ({ items: [], nextCursor: null }),
  [bookmarks]: () => ({ items: [], next: null }),
}
const broken = () => Response.json({ type: '', title: '', status: 500, code: 'internal' }, { status: 500 })

interface Screen {
  name: string
  node: ReactNode
  fails: string
  empty?: Record<string, string>
  error: Record<string, string>
}

const screens: Screen[] = [
  {
    name: 'data collections',
    node: <CollectionList />,
    fails: collections,
    empty: noCollections,
    error: collectionsFailed,
  },
  {
    name: 'data collections of the administration',
    node: <AdminCollectionList />,
    fails: collections,
    empty: noCollections,
    error: collectionsFailed,
  },
  {
    name: 'custom lists',
    node: <CustomLists />,
    fails: collections,
    empty: {
      en: 'There are no custom lists yet.',
      es: 'Aún no hay listas personalizadas.',
      fr: 'Il n’y a pas encore de liste personnalisée.',
    },
    error: collectionsFailed,
  },
  {
    name: 'data fields',
    node: <CollectionFields />,
    fails: fields,
    empty: {
      en: 'No Fields found for this collection. Please add fields first.',
      es: 'Esta colección no tiene campos. Añada campos primero.',
      fr: 'Cette collection n’a pas de champs. Ajoutez d’abord des champs.',
    },
    error: {
      en: 'Error loading DataFields. Please retry.',
      es: 'Error al cargar los campos. Vuelva a intentarlo.',
      fr: 'Erreur lors du chargement des champs. Veuillez réessayer.',
    },
  },
  {
    name: 'bookmarks',
    node: <Bookmarked />,
    fails: bookmarks,
    empty: noBookmarks,
    error: bookmarksFailed,
  },
  {
    name: 'recent changes',
    node: <RecentlyChanged />,
    fails: changes,
    empty: noChanges,
    error: changesFailed,
  },
  {
    name: 'at a glance',
    node: <AdminDashboard />,
    fails: glance,
    error: {
      en: 'Oops, there was an error getting what is here at a glance.',
      es: 'Vaya, hubo un error al obtener el resumen.',
      fr: 'Oups, une erreur s’est produite lors de la lecture de l’aperçu.',
    },
  },
]

const generic = {
  en: 'Something went wrong.',
  es: 'Algo salió mal.',
  fr: 'Un problème est survenu.',
}

const cases = languages.flatMap((language) => screens.map((one) => ({ language, ...one })))

it.each(cases.filter(({ empty }) => empty))('$name with nothing in it, in $language', async (one) => {
  mockFetch(none)
  await setLanguage(one.language)
  render(one.node, { wrapper: Around })
  expect(await screen.findByText(one.empty?.[one.language] as string)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

it.each(cases)('$name that does not load, in $language', async ({ language, node, fails, error }) => {
  mockFetch({ ...none, [fails]: broken })
  await setLanguage(language)
  render(node, { wrapper: Around })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(error[language] as string)
  expect(alert).toHaveTextContent(generic[language])
})

const noItems = {
  en: 'No data wizards found',
  es: 'No se encontró nada en: data wizards',
  fr: 'Rien trouvé : data wizards',
}

it.each(languages)('an empty table names its items, in %s', async (language) => {
  await setLanguage(language)
  render(<DataTable label="Data wizards" rows={[]} rowKey={() => 0} columns={[]} />, { wrapper: Around })
  expect(await screen.findByText(noItems[language])).toBeVisible()
})
