/** What a rewrite of texts is about: some cells, the selected records, or all of the list. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { pictureTargets } from '@muster/contract/files/pictures'
import type { Target } from '@muster/contract/records/records.schema'
import { takesPart } from '@muster/contract/records/rewrite'
import type { RewriteKind } from '../../fields/public.ts'

export interface Scope {
  key: 'cells' | 'selected' | 'all'
  target: Target
  /** Null if it is not known. */
  count: number | null
  /** Columns of the cells. */
  columns?: readonly string[]
}

/** What a dialog starts with. */
export interface RewriteStart {
  kind: RewriteKind
  /** Column name. */
  field: string | null
  scopes: readonly Scope[]
  scope: Scope['key']
}

export const canTakePart = (field: DataField): boolean =>
  field.canUpdate && takesPart(fieldType(field.dataType))

export const canTakePictures = ({ dataType, canUpdate }: DataField): boolean =>
  canUpdate && pictureTargets.includes(dataType)
