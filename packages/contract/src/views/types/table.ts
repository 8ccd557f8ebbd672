/** Records as rows, the displayed fields as columns. */
import { viewType } from './definition.ts'

export const table = viewType({
  settings: {},
  defaults: {},
  options: {},
  fieldKinds: {},
  neededField: null,
  reads: 'pages',
  hasGroups: true,
})
