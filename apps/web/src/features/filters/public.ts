/** What other features may use of filters. */
export { type Compact, packFilter, packSort, unpackFilter, unpackSort } from './compact.ts'
export { DirectionSwitch } from './DirectionSwitch.tsx'
export { countConditions } from './draft.ts'
export { FilterBuilder, type FilterBuilderProps } from './FilterBuilder.tsx'
export { FilterChips } from './FilterChips.tsx'
export { SearchBox } from './SearchBox.tsx'
export { SortEditor } from './SortEditor.tsx'
export { choicesOf, fieldsIn, fieldsOf, isSortable, systemTitle } from './subjects.ts'
