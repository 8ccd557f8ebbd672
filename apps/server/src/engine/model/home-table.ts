/** Which table holds a field's column. */
import { ident, type Sql } from '../../platform/db.ts'
import type { FieldModel, TeamModel } from './model.ts'

/** The table that holds a field's columns. */
export function homeTable(model: TeamModel, field: Pick<FieldModel, 'dataCollectionId'>): Sql {
  return ident(model.schema, model.collections.get(field.dataCollectionId)!.tableName)
}
