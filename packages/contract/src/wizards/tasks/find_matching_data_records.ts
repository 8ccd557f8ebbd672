/** Finds records that match a filter; a person may pick one, or create one when none matches. */
import { z } from 'zod'
import { filterSchema, sortSchema } from '../../filters/ast.ts'
import { idSchema, translationsSchema } from '../../paging.ts'
import { variablesIn } from '../variables.ts'
import {
  checkCollection,
  checkLinked,
  checkRequired,
  checkSort,
  checkTemplate,
  fieldOf,
  namesInValues,
  needsOfFields,
} from './common.ts'
import { linkedFieldsSchema, type WizardTaskType } from './definition.ts'

const settings = z.strictObject({
  dataCollectionId: idSchema.nullable().default(null),
  /** Null: all records. */
  filterTemplate: filterSchema.nullable().default(null),
  /** A signed-in person may change the filter. */
  canOverrideFilterTemplate: z.boolean().default(false),
  sort: sortSchema.default([]),
  askUserToSelectSingleRecord: z.boolean().default(false),
  autoSelectFirstMatchingRecord: z.boolean().default(false),
  /** Fields by which a person recognises a record in the list. */
  matchingRecordsSelectionDisplayFields: z.array(idSchema).max(20).default([]),
  /** The person may create a record instead of picking one. */
  allowCreatingNewRecord: z.boolean().default(false),
  newRecordLabel: z.string().trim().max(200).default(''),
  newRecordLabelTranslations: translationsSchema.default({}),
  createRecordWhenNotMatching: z.boolean().default(false),
  /** Fields of the record that is created. */
  fields: linkedFieldsSchema.default([]),
})
export type FindSettings = z.output<typeof settings>

/** Records that a variable holds at most. */
export const mostFound = 10_000
/** Records in a list to pick from; the search narrows them. */
export const mostPickable = 50

export const mayCreate = ({ allowCreatingNewRecord, createRecordWhenNotMatching }: FindSettings): boolean =>
  allowCreatingNewRecord || createRecordWhenNotMatching

export const findMatching: WizardTaskType<FindSettings> = {
  type: 'find_matching_data_records',
  group: 'process_data',
  settings,
  effect: 'writes',
  asks: (s) =>
    (s.askUserToSelectSingleRecord && !s.autoSelectFirstMatchingRecord) ||
    s.canOverrideFilterTemplate ||
    (mayCreate(s) && s.fields.some(({ mode }) => mode === 'ask')),
  gives: ({ dataCollectionId }) =>
    dataCollectionId === null ? null : { dataType: 'multi_data_record', settings: { dataCollectionId } },
  reads: ({ filterTemplate, fields }) => [...variablesIn(filterTemplate), ...namesInValues(fields)],
  needs(s) {
    const { dataCollectionId } = s
    if (dataCollectionId === null) return []
    return [
      ...s.matchingRecordsSelectionDisplayFields.map((dataFieldId) => ({
        dataCollectionId,
        dataFieldId,
        permission: 'read_data_field_data' as const,
        on: 'found' as const,
      })),
      ...(mayCreate(s) ? needsOfFields(s.fields, dataCollectionId, 'new', 'update_data_field_data') : []),
    ]
  },
  check(s, context) {
    const { dataCollectionId } = s
    const found = checkCollection(dataCollectionId, context)
    if (dataCollectionId === null || found.length > 0) return found
    const gone = s.matchingRecordsSelectionDisplayFields.flatMap((id, n) =>
      fieldOf(dataCollectionId, id, context.env)
        ? []
        : [{ path: `matchingRecordsSelectionDisplayFields.${n}`, code: 'field_gone' as const }],
    )
    const isSmart = mayCreate(s) && context.env.collectionOf(dataCollectionId)?.isSmartCollection
    return [
      ...gone,
      ...(isSmart ? [{ path: 'dataCollectionId', code: 'smart_collection' as const }] : []),
      ...checkTemplate(s.filterTemplate, dataCollectionId, context, 'filterTemplate'),
      ...checkSort(s.sort, dataCollectionId, context, 'sort'),
      ...(mayCreate(s)
        ? [
            ...checkLinked(s.fields, dataCollectionId, context, 'fields'),
            ...checkRequired(s.fields, dataCollectionId, context, 'fields'),
          ]
        : []),
    ]
  },
}
