/** The public API of cards for other features. */
export { addCard, addGroup } from './cards.service.ts'
