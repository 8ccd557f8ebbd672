/** Texts of cards, card groups and the page of a record that they make. */
import 'i18next'
import type cards from '../../../../../packages/contract/locales/en/cards.json'

declare module 'i18next' {
  interface ResourceNamespaceMap {
    cards: typeof cards
  }
}
