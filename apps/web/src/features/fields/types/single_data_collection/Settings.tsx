export type CollectionSettings = object

export { NoSettings as Settings } from '../common/settings.tsx'
