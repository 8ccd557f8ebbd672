/** The memo with its counter, and the relative dates of spec section 9, in three languages. */
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { languages, setLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { setZone } from '../../../lib/zone.ts'
import { Around, mockFetch } from '../../fields/testing/field.tsx'
import { BookmarkButton } from './BookmarkButton.tsx'
import { MemoDialog } from './MemoDialog.tsx'

afterEach(async () => {
  vi.useRealTimers()
  await setLanguage('en')
})

function Told({ at }: { at: string }) {
  const format = useFormat()
  return <p data-testid={at}>{format.relative(at)}</p>
}

const days = {
  '2026-11-20': { en: 'today', es: 'hoy', fr: 'aujourd’hui' },
  '2026-11-19': { en: 'yesterday', es: 'ayer', fr: 'hier' },
  '2026-11-17': { en: '3 days ago', es: 'hace 3 días', fr: 'il y a 3 jours' },
  '2026-11-10': { en: 'a week ago', es: 'hace una semana', fr: 'il y a une semaine' },
  '2026-11-01': { en: '2 weeks ago', es: 'hace 2 semanas', fr: 'il y a 2 semaines' },
  '2026-10-01': { en: 'Oct 1, 2026', es: '1 oct 2026', fr: '1 oct. 2026' },
}

it.each(languages)('a bookmark shows its date relative to today, in %s', async (language) => {
  setZone('UTC')
  vi.setSystemTime(new Date('2026-11-20T15:00:00Z'))
  await setLanguage(language)
  const all = Object.keys(days)
  render(
    all.map((day) => <Told key={day} at={`${day}T12:00:00Z`} />),
    { wrapper: Around },
  )
  for (const [day, words] of Object.entries(days)) {
    expect(screen.getByTestId(`${day}T12:00:00Z`)).toHaveTextContent(words[language])
  }
})

const counters = {
  en: ['3 of 250 characters', '250 of 250 characters'],
  es: ['3 de 250 caracteres', '250 de 250 caracteres'],
  fr: ['3 caractères sur 250', '250 caractères sur 250'],
}

it.each(languages)('a memo counts up to 250 characters and takes no more, in %s', async (language) => {
  await setLanguage(language)
  const put = vi.fn(() => ({ isBookmarked: true, memo: '' }))
  mockFetch({ 'PUT /api/teams/1/bookmarks/5': put })
  const onClose = vi.fn()
  render(<MemoDialog teamId={1} recordId={5} name="Ada" memo="abc" onSaved={() => {}} onClose={onClose} />, {
    wrapper: Around,
  })
  const [few, full] = counters[language] as [string, string]
  expect(await screen.findByText(few)).toBeVisible()
  const field = screen.getByRole('textbox')
  await userEvent.click(field)
  await userEvent.paste('x'.repeat(400))
  expect(await screen.findByText(full)).toBeVisible()
  expect((field as HTMLTextAreaElement).value).toHaveLength(250)
})

it('a bookmark that is set and removed quickly is removed', async () => {
  const sent: string[] = []
  let answerPut = (_answer: unknown) => {}
  mockFetch({
    'GET /api/teams/1/bookmarks/5': () => ({ isBookmarked: false, memo: null }),
    'PUT /api/teams/1/bookmarks/5': () => {
      sent.push('put')
      return new Promise((resolve) => {
        answerPut = resolve
      })
    },
    'DELETE /api/teams/1/bookmarks/5': () => {
      sent.push('delete')
      return { isBookmarked: false, memo: null }
    },
  })
  render(<BookmarkButton teamId={1} recordId={5} />, { wrapper: Around })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Bookmark this record' }))
  await user.click(await screen.findByRole('button', { name: 'Remove bookmark' }))
  expect(sent).toEqual(['put'])
  answerPut({ isBookmarked: true, memo: null })
  await waitFor(() => expect(sent).toEqual(['put', 'delete']))
  expect(screen.getByRole('button', { name: 'Bookmark this record' })).toBeVisible()
})
