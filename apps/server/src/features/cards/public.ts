/** The public API of cards for other features. */
export { addCard, addGroup } from './cards.service.ts'
export { addLinkBacks, keepLinkBack, linkBackOf, setLinkBack } from './link-back.ts'
