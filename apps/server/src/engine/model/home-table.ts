/** The table in which a field is stored. */
import { ident, type Sql } from '../../platform/db.ts'
import type { FieldModel, TeamModel } from './model.ts'

/** The table that contains a field's columns. */
export function homeTable(model: TeamModel, field: Pick<FieldModel, 'dataCollectionId'>): Sql {
  return ident(model.schema, model.collections.get(field.dataCollectionId)!.tableName)
}
