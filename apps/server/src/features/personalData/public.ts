/** The public API of personal data for other features. */
export { forgetMember } from './forget-member.ts'
