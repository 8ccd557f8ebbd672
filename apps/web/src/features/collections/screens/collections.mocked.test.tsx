/** The administration of collections, over a mocked API. */
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { Around, aField, mockFetch } from '../../fields/testing/field.tsx'
import { pluralOf } from '../plural.ts'
import { AdminCollectionList } from './AdminCollectionList.tsx'
import { CollectionDetails } from './CollectionDetails.tsx'
import { NewCollection } from './NewCollection.tsx'

const navigate = vi.fn()
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: ({ select }: { select: (params: object) => unknown }) =>
    select({ teamId: '1', dataCollectionId: '2' }),
  useNavigate: () => navigate,
  useSearch: () => ({}),
}))
vi.mock('../../teams/public.ts', async (original) => ({
  ...(await original<object>()),
  useTeamId: () => 1,
  useCan: () => () => true,
}))

vi.mock('../../auth/public.ts', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ status: 'signedIn', user: { isSysAdmin: true } }),
}))

const collection = (over: object) => ({
  idTeam: 1,
  idParentDataCollection: null,
  idHomeDataCollection: 2,
  nameTranslations: {},
  pluralNameTranslations: {},
  description: '',
  tableName: 'members',
  icon: 'fas fa-user',
  isSmartCollection: false,
  membershipDataFilter: null,
  isGloballySearchable: true,
  isShownInSidebar: true,
  isShownOnTeamDashboard: false,
  representsPeople: false,
  isBlueprint: false,
  blueprintMarketplacePrice: null,
  blueprintMarketplaceCurrency: null,
  IsUsedAsCustomList: false,
  IsInternalConfiguration: false,
  IdDataFieldDataObjectName: 1,
  IdDataFieldDataObjectAvatar: null,
  countDataObject: 1234,
  countIsExact: true,
  DataFields: [
    aField('plain_text', { id: 1, title: 'Name' }),
    aField('single_image', { id: 3, title: 'Photo' }),
  ],
  createdAt: '2026-01-05T12:00:00Z',
  ...over,
})
const all = '/api/teams/1/dataCollections'
const field = (dataFieldId: number, title: string, more: object = {}) => ({
  dataFieldId,
  title,
  titleTranslations: {},
  dataType: 'plain_text',
  isName: false,
  listId: null,
  isLink: false,
  ...more,
})
const blueprint = {
  idTeam: 1,
  teamName: null,
  dataCollectionId: 2,
  name: 'Member',
  pluralName: 'Members',
  description: '',
  icon: 'fas fa-user',
  fieldCount: 4,
  isBlueprint: true,
  price: null,
  fields: [
    field(1, 'Name', { isName: true }),
    field(2, 'Phone'),
    field(3, 'Status', { listId: 5 }),
    field(4, 'Boat', { isLink: true }),
  ],
  lists: [{ dataCollectionId: 5, pluralName: 'Statuses', itemCount: 4 }],
  links: [
    {
      dataFieldId: 4,
      title: 'Boat',
      titleTranslations: {},
      pluralName: 'Boats',
      dataCollectionId: null,
      isSelf: false,
    },
  ],
  cards: [{ dataCardId: 9, title: 'Facts' }],
  cardGroups: [{ dataCardGroupId: 7, name: 'Overview' }],
}
const offered = {
  ...blueprint,
  idTeam: 9,
  teamName: 'Harbor',
  dataCollectionId: 6,
  pluralName: 'Guests',
  price: { amount: 20.5, currency: 'EUR' },
}
let calls: { route: string; body: unknown }[]

beforeEach(() => {
  const active = [
    collection({ id: 2, name: 'Member', pluralName: 'Members', representsPeople: true }),
    collection({
      id: 3,
      name: 'Elder',
      pluralName: 'Elders',
      idParentDataCollection: 2,
      isSmartCollection: true,
    }),
    collection({ id: 5, name: 'Status', pluralName: 'Statuses', IsUsedAsCustomList: true }),
  ]
  const deleted = [collection({ id: 8, name: 'Boat', pluralName: 'Boats', isDeleted: true })]
  calls = mockFetch({
    [`GET ${all}`]: (_, url) => ({ dataCollection: url.searchParams.has('deleted') ? deleted : active }),
    [`POST ${all}`]: (body) =>
      (body as { name: string }).name === 'Member'
        ? Response.json({ type: '', title: '', status: 409, code: 'name_taken' }, { status: 409 })
        : collection({ ...(body as object), id: 21 }),
    [`PUT ${all}/2`]: () => active[0],
    [`DELETE ${all}/2`]: () => ({ id: 2 }),
    [`POST ${all}/8/restore`]: () => deleted[0],
    'GET /api/teams/1/blueprints': () => ({ items: [blueprint, offered] }),
    'GET /api/teams/1/blueprints/1/2': () => blueprint,
    'GET /api/teams/1/blueprints/9/6': () => offered,
    'POST /api/teams/1/blueprints/1/2': (body) => collection({ ...(body as object), id: 21 }),
  }).calls
})

function show(children: ReactNode) {
  render(
    <Around>
      {children}
      <ConfirmHost />
      <Toaster />
    </Around>,
  )
  return userEvent.setup()
}
const last = (route: string) => calls.findLast((call) => call.route === route)

it('lists the tree with counts and kinds, without custom lists', async () => {
  show(<AdminCollectionList />)
  const table = await screen.findByRole('table', { name: 'Data collections' })
  const names = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  expect(names[0]).toContain('Members')
  expect(names[0]).toContain('1,234')
  expect(names[0]).toContain('People')
  expect(names[1]).toContain('Elders')
  expect(names[1]).toContain('Smart')
  expect(names).toHaveLength(2)
})

it('deletes after a question that counts child collections, and restores from the trash', async () => {
  const user = show(<AdminCollectionList />)
  const table = await screen.findByRole('table', { name: 'Data collections' })
  await user.click(within(table).getByRole('button', { name: 'Actions for Members' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText(/1 collection inside it goes too/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete collection' }))
  await waitFor(() => expect(last(`DELETE ${all}/2`)).toBeDefined())
  await user.click(await screen.findByRole('radio', { name: 'Deleted (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(last(`POST ${all}/8/restore`)).toBeDefined())
})

it('creates a collection, and shows at its input that a name is taken', async () => {
  const user = show(<NewCollection />)
  const name = await screen.findByRole('textbox', { name: /^Name/ })
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(screen.getAllByText('Fill this in.')).toHaveLength(2)
  await user.type(name, 'Member')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  expect(await screen.findByText('This name is already taken.')).toBeVisible()
  await user.clear(name)
  await user.type(name, 'Story')
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() =>
    expect(last(`POST ${all}`)?.body).toMatchObject({
      name: 'Story',
      pluralName: 'Stories',
      isSmartCollection: false,
    }),
  )
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledWith({ to: '/team-1/admin/data-collections/21/data-fields' }),
  )
})

it('creates a collection from a blueprint, and sends what is to be copied', async () => {
  const user = show(<NewCollection />)
  await user.click(await screen.findByRole('radio', { name: 'A blueprint' }))
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Helper')
  await user.click(screen.getByRole('combobox', { name: /^Blueprint/ }))
  await user.click(await screen.findByRole('option', { name: 'Members' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Phone' }))
  expect(screen.getByText('Fields (3 of 4)')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Link “Boat”' }))
  await user.click(await screen.findByRole('option', { name: 'The new collection itself' }))
  await user.click(screen.getByRole('button', { name: 'Create collection' }))
  await waitFor(() =>
    expect(last('POST /api/teams/1/blueprints/1/2')?.body).toEqual({
      name: 'Helper',
      pluralName: 'Helpers',
      dataFieldIds: [1, 3, 4],
      lists: [{ dataCollectionId: 5, useDataCollectionId: 5 }],
      links: [{ dataFieldId: 4, to: 'self' }],
      withCards: true,
    }),
  )
})

it('says what a blueprint of another team costs, before it is copied', async () => {
  const user = show(<NewCollection />)
  await user.click(await screen.findByRole('radio', { name: 'A blueprint' }))
  await user.click(screen.getByRole('combobox', { name: /^Blueprint/ }))
  await user.click(await screen.findByRole('option', { name: 'Guests · Harbor · €20.50' }))
  expect(await screen.findByText(/asks €20.50 for it/)).toBeVisible()
})

it('offers a blueprint to every team, free or at a price in a currency', async () => {
  const user = show(<CollectionDetails />)
  const offer = { name: /^Offer to every team/ }
  await user.click(await screen.findByRole('switch', { name: /^Use as a blueprint/ }))
  expect(screen.queryByRole('textbox', { name: 'Price' })).toBeNull()
  await user.click(screen.getByRole('switch', offer))
  const price = await screen.findByRole('textbox', { name: 'Price' })
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(last(`PUT ${all}/2`)?.body).toEqual({ isBlueprint: true, blueprintMarketplacePrice: 0 }),
  )
  await user.type(price, 'much')
  const sent = calls.length
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(calls).toHaveLength(sent)
  await user.clear(price)
  await user.type(price, '20.50 €')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(last(`PUT ${all}/2`)?.body).toEqual({
      isBlueprint: true,
      blueprintMarketplacePrice: 20.5,
      blueprintMarketplaceCurrency: 'EUR',
    }),
  )
})

it('saves only what was changed in the details', async () => {
  const user = show(<CollectionDetails />)
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeDisabled()
  await user.click(screen.getByRole('combobox', { name: 'Avatar field' }))
  await user.click(await screen.findByRole('option', { name: 'Photo' }))
  await user.click(screen.getByRole('switch', { name: /^Show on the team dashboard/ }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(last(`PUT ${all}/2`)?.body).toEqual({
      IdDataFieldDataObjectAvatar: 3,
      isShownOnTeamDashboard: true,
    }),
  )
})

it('guesses plurals in three languages', () => {
  expect(['Story', 'Bus', 'Day', 'Member'].map((name) => pluralOf(name, 'en'))).toEqual([
    'Stories',
    'Buses',
    'Days',
    'Members',
  ])
  expect(['Voz', 'Reunión', 'Socio', 'Mujer'].map((name) => pluralOf(name, 'es'))).toEqual([
    'Voces',
    'Reuniones',
    'Socios',
    'Mujeres',
  ])
  expect(['Bateau', 'Journal', 'Membre', 'Prix'].map((name) => pluralOf(name, 'fr'))).toEqual([
    'Bateaux',
    'Journaux',
    'Membres',
    'Prix',
  ])
})
