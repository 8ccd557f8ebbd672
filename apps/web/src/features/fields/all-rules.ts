/** See rules.ts. */
export { fieldType } from '@muster/contract/fields/types/index'
export { settingsOf, validateValue } from '@muster/contract/fields/validate'
