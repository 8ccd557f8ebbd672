/**
 * The public interface of the record engine for features: access, reading, writing, undo, changes of a team's
 * model. Features with their own SQL over records also use public.sql.ts, and those that change definitions
 * of collections and fields public.design.ts. No feature may import other modules of the engine.
 */
export {
  accessTo,
  type CollectionAccess,
  type FieldAccess,
  homeAccess,
  mayChangeAll,
} from './access/access.ts'
export {
  allOn,
  type Caller,
  currentUserOf,
  everything,
  type NamedCaller,
  type NamedGrant,
  namedAccess,
  systemFor,
  type TeamUserCaller,
} from './access/caller.ts'
export { accessOf, canDesign } from './access/design.ts'
export { isFileReadable, readableFiles } from './access/file-access.ts'
export { requireExport } from './access/require-export.ts'
export { linkedScope, type Scope, scopeOf, targetOf, withEverything } from './access/scope.ts'
export {
  type CallerContext,
  homeContext,
  type PoolContext,
  type TreeAccess,
  type TreeContext,
  treeContext,
  type WriteContext,
} from './access/tree-context.ts'
export type { Deps } from './deps.ts'
export { keepIndexesSoon } from './indexes/index-views.ts'
export { ensureIndex, requestedKinds, requestIndex } from './indexes/indexes.ts'
export { withMaintenanceLock } from './indexes/maintenance-lock.ts'
export { viewIndexes } from './indexes/report.ts'
export { requestPageIndexes } from './indexes/request-indexes.ts'
export { changeModel, type ModelChange, type ModelDeps } from './model/change-model.ts'
export { invalid } from './model/field-rules.ts'
export {
  type CardFieldModel,
  type CardGroupModel,
  type CardModel,
  type CollectionModel,
  collectionOf,
  type DataGrant,
  type FieldModel,
  homeOf,
  loadModel,
  type RoleModel,
  type TeamModel,
  type ViewModel,
} from './model/model.ts'
export { openTeamIds } from './model/open-teams.ts'
export { withFreshModel } from './model/stale.ts'
export { Anchors } from './query/anchors.ts'
export { Counts } from './query/counts.ts'
export { recordDetail } from './query/detail.ts'
export { explainAccess } from './query/explain-access.ts'
export { Homes } from './query/homes.ts'
export { RecordReader } from './query/record-reader.ts'
export { Versions } from './query/versions.ts'
export { beginOperationRun, lockRun, type OfOperation, operationRun } from './runs/operation-run.ts'
export { Cancelled, type Progress, performRun, type RunAttempt } from './runs/perform.ts'
export { type ColumnValue, inColumn, Run } from './runs/run.ts'
export { type MoveType, moveBack } from './undo/moves.ts'
export { checkMayUndo, markUndone, readOperation } from './undo/operation-row.ts'
export {
  homesOf,
  maxSkipped,
  type Undo,
  type UndoDeps,
  type UndoHandler,
  type UndoRegistry,
  type UndoStep,
  undoContext,
} from './undo/undo.ts'
export { undoOperation } from './undo/undo-operation.ts'
export { undoValues } from './undo/values.ts'
export { countingFields, fillNumbers, numbersFor } from './write/auto-number.ts'
export { bulk } from './write/bulk.ts'
export { continueRun } from './write/bulk-run.ts'
export { workOn } from './write/bulk-work.ts'
export { checkNew, isVisible, unknownCollection } from './write/check-values.ts'
export { cleanHtml } from './write/clean-html.ts'
export {
  createRecord,
  createRecords,
  notUnique,
  prepareNew,
  refuse,
} from './write/create.ts'
export { colorField, colorsFor } from './write/item-colors.ts'
export { checkMayAssign, plainChildren, withAncestors } from './write/membership-rules.ts'
export { removeRecord, restoreRecord, setCollections } from './write/move.ts'
export { insertOperation, setRecordCount } from './write/operation.sql.ts'
export { requireRoom } from './write/record-quota.ts'
export { previewRewrite } from './write/rewrite.ts'
export { maxIndexedAtOnce, scheduleIndexing } from './write/schedule-indexing.ts'
export { targetAction } from './write/target-actions.ts'
export { lockRecords, prepareChanges, update, updateRecord, updateRecords } from './write/update.ts'
