export type CollectionSettings = object

export { NoSettings as Settings } from '../shared/settings.tsx'
