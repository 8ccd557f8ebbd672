/** A collection's settings while they are being edited. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { FieldErrorCode } from '@muster/contract/errors'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { ApiError } from '../../lib/api.ts'

export type CollectionDraft = Pick<
  DataCollection,
  | 'name'
  | 'pluralName'
  | 'nameTranslations'
  | 'pluralNameTranslations'
  | 'description'
  | 'icon'
  | 'membershipDataFilter'
  | 'isGloballySearchable'
  | 'isShownInSidebar'
  | 'isShownOnTeamDashboard'
  | 'representsPeople'
  | 'isBlueprint'
  | 'membershipOrder'
>

export const newCollectionDraft: CollectionDraft = {
  name: '',
  pluralName: '',
  nameTranslations: {},
  pluralNameTranslations: {},
  description: '',
  icon: 'fas fa-table',
  membershipDataFilter: null,
  isGloballySearchable: true,
  isShownInSidebar: true,
  isShownOnTeamDashboard: false,
  representsPeople: false,
  isBlueprint: false,
  membershipOrder: null,
}

export function collectionDraftOf(collection: DataCollection): CollectionDraft {
  return Object.fromEntries(
    Object.keys(newCollectionDraft).map((key) => [key, collection[key as keyof CollectionDraft]]),
  ) as CollectionDraft
}

/** Another collection has this name. */
export const nameTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'name_taken'

/** Codes by key; a smart collection needs a filter. */
export function checkCollectionDraft(
  draft: CollectionDraft,
  isSmart: boolean,
): Record<string, FieldErrorCode> {
  const wrong: Record<string, FieldErrorCode> = {}
  if (draft.name.trim() === '') wrong.name = 'required'
  if (draft.pluralName.trim() === '') wrong.pluralName = 'required'
  if (isSmart && draft.membershipDataFilter === null) wrong.membershipDataFilter = 'required'
  return wrong
}

/** Fields whose values can name a record: texts and numbers. */
export const canNameRecords = ({ dataType }: DataField): boolean =>
  ['text', 'number', 'date', 'choice', 'reference'].includes(fieldType(dataType).family)

/** Fields that hold one file: its picture can represent the record. */
export const canPictureRecords = ({ dataType }: DataField): boolean => fieldType(dataType).storage === 'file'
