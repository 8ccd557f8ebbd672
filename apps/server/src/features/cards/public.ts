/** What other features may use of cards. */
export { addCard, addGroup } from './cards.service.ts'
