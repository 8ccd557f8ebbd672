import { render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setLanguage } from '../../../lib/i18n.ts'
import { RecipientState } from './RecipientState.tsx'

beforeAll(async () => {
  await setLanguage('fr')
  await i18next.loadNamespaces('messages')
})
afterAll(() => setLanguage('en'))

test.each([
  ['no_content', 'Pas de contenu dans sa langue'],
  ['550 5.1.1 No such user', '550 5.1.1 No such user'],
])('the reason %s is read in the language of the reader, or as the provider gave it', (detail, text) => {
  render(<RecipientState recipient={{ state: 'failed', reason: null, detail }} />)
  expect(screen.getByText(text)).toBeVisible()
})

test('what a server answered to a mail that it took is not shown', () => {
  render(<RecipientState recipient={{ state: 'accepted', reason: null, detail: '250 OK' }} />)
  expect(screen.queryByText('250 OK')).toBeNull()
})
