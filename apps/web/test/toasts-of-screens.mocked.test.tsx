/** Responses to a person's actions (spec section 8), in three languages, each in its situation. */
import type { Language } from '@muster/contract/paging'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Palette } from '../src/app/shell/Palette.tsx'
import { BookmarkButton } from '../src/features/bookmarks/components/BookmarkButton.tsx'
import { MemoDialog } from '../src/features/bookmarks/components/MemoDialog.tsx'
import { Bookmarked } from '../src/features/bookmarks/screens/Bookmarked.tsx'
import { Around, mockFetch } from '../src/features/fields/testing/field.tsx'
import { EditListDialog } from '../src/features/lists/components/EditListDialog.tsx'
import { usePeople } from '../src/features/records/data/use-people.ts'
import { Preferences } from '../src/features/users/screens/Preferences.tsx'
import { languages, setLanguage } from '../src/lib/i18n.ts'
import { Toaster } from '../src/ui/Toaster.tsx'
import { aSession } from './a-session.ts'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: ({ select }: { select: (params: object) => unknown }) => select({ teamId: '1' }),
}))
vi.mock('../src/features/auth/public.ts', async (original) => ({
  ...(await original<object>()),
  useSignedIn: () => aSession({ teams: [{ teamId: 1, isTeamAdmin: true }] }).user,
  reloadSession: async () => {},
}))
vi.mock('../src/features/users/components/Choices.tsx', () => ({ Choices: () => null }))
vi.mock('../src/features/users/components/Sessions.tsx', () => ({ Sessions: () => null }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const refused = () =>
  Response.json({ type: '', title: '', status: 403, code: 'access_denied' }, { status: 403 })
const show = (node: ReactNode) =>
  render(
    <>
      {node}
      <Toaster />
    </>,
    { wrapper: Around },
  )

const texts: Record<Language, Record<string, string>> = {
  en: {
    toggle: 'Failed to toggle bookmark.',
    remove: 'Remove bookmark',
    memo: 'Memo on “Ada” saved',
    none: 'No changes detected',
    people: 'Error fetching team user links',
    saved: 'Language preference saved.',
    notSaved: 'Failed to save language preference.',
    language: 'Interface language',
    search: 'The records could not be searched.',
    save: 'Save',
    more: 'Actions for Ada',
  },
  es: {
    toggle: 'No se pudo cambiar el marcador.',
    remove: 'Quitar marcador',
    memo: 'Nota sobre «Ada» guardada',
    none: 'No se detectaron cambios',
    people: 'Error al obtener los usuarios del equipo',
    saved: 'Preferencia de idioma guardada.',
    notSaved: 'No se pudo guardar la preferencia de idioma.',
    language: 'Idioma de la interfaz',
    search: 'No se pudo buscar en los registros.',
    save: 'Guardar',
    more: 'Acciones para Ada',
  },
  fr: {
    toggle: 'Impossible de modifier le favori.',
    remove: 'Retirer des favoris',
    memo: 'Note sur « Ada » enregistrée',
    none: 'Aucune modification détectée',
    people: 'Erreur lors de la récupération des utilisateurs de l’équipe',
    saved: 'Préférence de langue enregistrée.',
    notSaved: 'La préférence de langue n’a pas pu être enregistrée.',
    language: 'Langue de l’interface',
    search: 'La recherche dans les enregistrements a échoué.',
    save: 'Enregistrer',
    more: 'Actions pour Ada',
  },
}
const bookmark = {
  recordId: 5,
  name: 'Ada',
  avatar: null,
  dataCollectionIds: [],
  memo: 'abc',
  bookmarkedAt: '2026-11-20T12:00:00Z',
}

function People() {
  return <p>{[...usePeople(1).values()].join() || 'nobody'}</p>
}

describe.each(languages)('in %s', (language) => {
  const text = texts[language] as Record<string, string>
  beforeEach(() => setLanguage(language))

  it('a bookmark that cannot be set stays as it was, and says so', async () => {
    mockFetch({
      'GET /api/teams/1/bookmarks/5': () => ({ isBookmarked: true, memo: 'abc' }),
      'DELETE /api/teams/1/bookmarks/5': refused,
    })
    show(<BookmarkButton teamId={1} recordId={5} />)
    const button = await screen.findByRole('button', { name: text.remove })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent(text.toggle as string)
    expect(await screen.findByRole('button', { name: text.remove })).toHaveAttribute('aria-pressed', 'true')
  })

  it('a bookmark that cannot be removed from the list stays in it', async () => {
    mockFetch({
      'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }),
      'GET /api/teams/1/bookmarks': () => ({ items: [bookmark], next: null }),
      'DELETE /api/teams/1/bookmarks/5': refused,
    })
    show(<Bookmarked />)
    const row = (await screen.findByText('Ada')).closest('tr') as HTMLElement
    await userEvent.click(within(row).getByRole('button', { name: text.more }))
    await userEvent.click(await screen.findByRole('menuitem', { name: text.remove }))
    expect(await screen.findByRole('alert')).toHaveTextContent(text.toggle as string)
    expect(screen.getByText('Ada')).toBeVisible()
  })

  it('a memo is saved, or nothing was changed', async () => {
    const put = vi.fn((_body: unknown) => ({ isBookmarked: true, memo: '' }))
    mockFetch({ 'PUT /api/teams/1/bookmarks/5': put })
    const onClose = vi.fn()
    show(<MemoDialog teamId={1} {...bookmark} onSaved={() => {}} onClose={onClose} />)
    await userEvent.click(await screen.findByRole('button', { name: text.save }))
    expect(await screen.findByText(text.none as string)).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(put).not.toHaveBeenCalled()
    await userEvent.type(screen.getByRole('textbox'), 'd')
    await userEvent.click(screen.getByRole('button', { name: text.save }))
    expect(await screen.findByText(text.memo as string)).toBeVisible()
    expect(put.mock.calls.map(([body]) => body)).toEqual([{ memo: 'abcd' }])
  })

  it('a custom list saved without changes says that nothing was changed', async () => {
    const { calls } = mockFetch({})
    const list = { id: 2, idTeam: 1, name: 'Party', pluralName: 'Parties', icon: 'fas fa-flag' }
    const onClose = vi.fn()
    show(<EditListDialog list={list as never} onSaved={() => {}} onClose={onClose} />)
    await userEvent.click(await screen.findByRole('button', { name: text.save }))
    expect(await screen.findByText(text.none as string)).toBeVisible()
    expect(onClose).toHaveBeenCalledOnce()
    expect(calls).toEqual([])
  })

  it('users that cannot be loaded leave the list empty', async () => {
    mockFetch({ 'GET /api/teams/1/people': refused })
    show(<People />)
    expect(await screen.findByRole('alert')).toHaveTextContent(text.people as string)
    expect(screen.getByText('nobody')).toBeVisible()
  })

  it('the interface language is saved, and confirmed in it, or not', async () => {
    const others = languages.filter((one) => one !== language)
    const put = vi.fn<(body: unknown) => unknown>(refused)
    mockFetch({ 'PUT /api/teams/1/user/preferences': put })
    show(<Preferences />)
    const select = await screen.findByLabelText(text.language as string)
    await userEvent.selectOptions(select, others[0] as string)
    expect(await screen.findByText(text.notSaved as string)).toBeVisible()
    put.mockImplementation(() => ({}))
    await userEvent.selectOptions(screen.getByLabelText(text.language as string), others[1] as string)
    expect(await screen.findByText(texts[others[1] as Language]?.saved as string)).toBeVisible()
    expect(put.mock.calls.map(([body]) => body)).toEqual(
      others.map((InterfaceLanguage) => ({ InterfaceLanguage })),
    )
  })

  it('a failed search says so in place of the results', async () => {
    mockFetch({
      'GET /api/teams/1/dataCollections': () => ({ dataCollection: [] }),
      'GET /api/teams/1/recentChanges': () => ({ items: [], nextCursor: null }),
      'GET /api/teams/1/search': refused,
    })
    show(<Palette teamId={1} onClose={() => {}} />)
    await userEvent.click(await screen.findByRole('textbox'))
    // At once: slow typing reports the first failure, and no more.
    await userEvent.paste('ada')
    expect(await screen.findByText(text.search as string)).toBeVisible()
  })
})
