/** A field's definition while it is edited, and its validation before the server is called. */
import { linkTargetOf } from '@muster/contract/cards/cards.rules'
import type { FieldErrorCode } from '@muster/contract/errors'
import type { DataType } from '@muster/contract/fields/families'
import type { DataField, LinkBackChange } from '@muster/contract/fields/fields.schema'
import { columnNameSchema } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { settingsOf } from '@muster/contract/fields/validate'

export interface FieldDraft
  extends Pick<
    DataField,
    | 'title'
    | 'titleTranslations'
    | 'dataType'
    | 'description'
    | 'descriptionTranslations'
    | 'helpText'
    | 'displayWidth'
    | 'isRequired'
    | 'isUnique'
    | 'defaultValue'
    | 'settings'
  > {
  /** If empty, derived from the title. */
  columnName: string
  /** Names of the list on the linked records' pages, derived where they are empty; null for none. */
  linkBack: Pick<LinkBack, 'title' | 'titleTranslations'> | null
}

type LinkBack = NonNullable<DataField['linkBack']>

export function newDraft(dataType: DataType, title = ''): FieldDraft {
  return {
    title,
    titleTranslations: {},
    columnName: '',
    dataType,
    description: '',
    descriptionTranslations: {},
    helpText: '',
    displayWidth: 'full',
    isRequired: false,
    isUnique: false,
    defaultValue: null,
    settings: settingsOf({ dataType, settings: {} }),
    linkBack: { title: '', titleTranslations: {} },
  }
}

export function draftOf(field: DataField): FieldDraft {
  const { title, titleTranslations, columnName, dataType, description, descriptionTranslations } = field
  const { helpText, displayWidth, isRequired, isUnique, defaultValue } = field
  return {
    title,
    titleTranslations,
    columnName,
    dataType,
    description,
    descriptionTranslations,
    helpText,
    displayWidth,
    isRequired,
    isUnique,
    defaultValue,
    settings: settingsOf(field),
    linkBack: field.linkBack
      ? { title: field.linkBack.title, titleTranslations: field.linkBack.titleTranslations }
      : null,
  }
}

/** Only what is known, so that the server derives the rest; undefined for a field that is no link. */
export function linkBackOf({ linkBack, ...field }: FieldDraft): LinkBackChange | null | undefined {
  if (linkTargetOf(field) === null) return undefined
  if (linkBack === null) return null
  const title = linkBack.title.trim()
  const { titleTranslations } = linkBack
  const isTranslated = Object.keys(titleTranslations).length > 0
  return { ...(title !== '' && { title }), ...((title !== '' || isTranslated) && { titleTranslations }) }
}

/** Codes by path, as the server names them: `title`, `settings.listId`. */
export function checkDraft(draft: FieldDraft): Record<string, FieldErrorCode> {
  const wrong: Record<string, FieldErrorCode> = {}
  if (draft.title.trim() === '') wrong.title = 'required'
  if (draft.columnName !== '' && !columnNameSchema.safeParse(draft.columnName).success)
    wrong.columnName = 'pattern'
  return { ...wrong, ...checkTypeSettings(draft.dataType, draft.settings) }
}

export function checkTypeSettings(
  dataType: DataType,
  settings: Record<string, unknown>,
): Record<string, FieldErrorCode> {
  const wrong: Record<string, FieldErrorCode> = {}
  const type = fieldType(dataType)
  const read = type.settings.safeParse(settings)
  for (const issue of read.error?.issues ?? [])
    wrong[`settings.${String(issue.path[0] ?? '')}`] = codeOf(issue)
  for (const [low, high] of bounds) {
    const [from, to] = [settings[low], settings[high]]
    if (from !== null && to !== null && from !== undefined && to !== undefined && from > to) {
      wrong[`settings.${high}`] = 'range_reversed'
    }
  }
  const reference = read.success ? type.refersTo?.(read.data) : undefined
  if (reference?.to === 'record' && reference.collectionId === null) {
    wrong[type.family === 'choice' ? 'settings.listId' : 'settings.dataCollectionId'] = 'required'
  }
  return wrong
}

const bounds = [
  ['min', 'max'],
  ['minLength', 'maxLength'],
] as const

/** Refinements of settings have their error code as message; the rest are limits and shapes. */
function codeOf(issue: { code?: string; message: string }): FieldErrorCode {
  if (issue.code === 'too_big') return 'too_big'
  if (issue.code === 'too_small') return 'too_small'
  return issue.message === 'pattern' ? 'pattern' : 'invalid'
}
