/** Where a field's column stands. */
import { ident, type Sql } from '../../platform/db.ts'
import type { FieldModel, TeamModel } from './model.ts'

/** The table a field's columns stand in. */
export function homeTable(model: TeamModel, field: Pick<FieldModel, 'dataCollectionId'>): Sql {
  return ident(model.schema, model.collections.get(field.dataCollectionId)!.tableName)
}
