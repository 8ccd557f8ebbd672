/** Changes of the values of a field in many records, which a list of its records opens, also by its address. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { pictureSources } from '@muster/contract/files/pictures'
import { isPlainText } from '@muster/contract/records/rewrite'

/** `pictures`: those at web addresses become files. */
export const rewriteKinds = ['replace', 'split', 'pictures'] as const
export type RewriteKind = (typeof rewriteKinds)[number]

export const canReplaceIn = (field: DataField): boolean =>
  field.canUpdate && isPlainText(fieldType(field.dataType))

export const canSplit = (field: DataField): boolean => isPlainText(fieldType(field.dataType))

export const hasPicturesToFetch = ({ dataType }: DataField): boolean => pictureSources.includes(dataType)

export interface AskedRewrite {
  kind: RewriteKind
  /** Column name. */
  field: string
}

/** As a search parameter of the list: `split.name`. */
export const packRewrite = ({ kind, field }: AskedRewrite): string => `${kind}.${field}`

export function unpackRewrite(text: unknown): AskedRewrite | null {
  if (typeof text !== 'string') return null
  const [first, field] = text.split('.')
  const kind = rewriteKinds.find((one) => one === first)
  return kind && field ? { kind, field } : null
}

/** Where the list of all records opens one. */
export const rewriteUrl = (teamId: number, dataCollectionId: number, asked: AskedRewrite): string =>
  `/team-${teamId}/data-collections/${dataCollectionId}/records?view=all&rewrite=${packRewrite(asked)}`
