/** What other features may use of views. */
export { displayOf, readsRecords } from './display-of.ts'
export type { BoardSource, CardLook, CardPlace } from './displays/kanban/board.ts'
export { boardReads } from './displays/kanban/board-reads.ts'
export { Kanban, KanbanDisplay } from './displays/kanban/lazy.ts'
export { ViewDisplay } from './displays/ViewDisplay.tsx'
export { ViewPanel } from './panel/LazyViewPanel.tsx'
export { ruleColor } from './rule-color.ts'
export type { Display, ViewSource } from './source.ts'
export { FeedDialog } from './switcher/FeedDialog.tsx'
export { QuickFilters } from './switcher/quick/QuickFilters.tsx'
export {
  type FirstView,
  settingsOf,
  useFirstView,
  useViews,
} from './switcher/use-views.ts'
export { ViewControls } from './switcher/ViewControls.tsx'
export { teamSource } from './team-source.ts'
export type { More, ViewKind } from './types/definition.ts'
export { kindOf, viewKinds } from './types/index.ts'
