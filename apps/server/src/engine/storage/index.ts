/** The registry of all storages; a missing one is a type error. */
import type { Storage } from '@muster/contract/fields/families'
import type { FieldModel } from '../model/model.ts'
import { dateRangeSql, filesSql, idsSql, jsonSql, jsonTotalSql, linksSql, moneySql } from './compound.sql.ts'
import {
  bigintSql,
  booleanSql,
  dateSql,
  fileSql,
  htmlSql,
  idSql,
  numericSql,
  textSql,
  timestampSql,
  videoSql,
} from './scalars.sql.ts'
import type { StorageSql } from './storage.ts'

export const storages = {
  text: textSql,
  html: htmlSql,
  bigint: bigintSql,
  numeric: numericSql,
  money: moneySql,
  boolean: booleanSql,
  date: dateSql,
  timestamptz: timestampSql,
  daterange: dateRangeSql,
  id: idSql,
  ids: idsSql,
  links: linksSql,
  file: fileSql,
  files: filesSql,
  video: videoSql,
  json: jsonSql,
  json_total: jsonTotalSql,
} as const satisfies Record<Storage, StorageSql>

export function storageOf(field: FieldModel): StorageSql {
  return storages[field.type.storage]
}
