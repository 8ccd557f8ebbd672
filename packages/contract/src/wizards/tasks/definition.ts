/** What each type of task defines; `tasks/index.ts` has them all. Nothing else switches on a type. */
import { z } from 'zod'
import type { DataField } from '../../fields/fields.schema.ts'
import { displayWidths } from '../../fields/fields.schema.ts'
import { idSchema, translationsSchema } from '../../paging.ts'
import type { DataPermission } from '../../roles/permissions.ts'
import type { Variable } from '../variables.ts'

export const taskTypes = [
  'add_data_records_to_data_collection',
  'create_data_record',
  'create_temp_variable',
  'display_dataview',
  'display_formatted_text',
  'export_data_records_to_csv',
  'find_matching_data_records',
  'remove_data_records_from_data_collection',
  'send_outgoing_message',
  'update_data_fields_for_data_records',
] as const
export type TaskType = (typeof taskTypes)[number]

/** The spec's manual-step labels, by which the gallery groups the types. */
export const taskGroups = [
  'display_data_collection',
  'collect_user_input',
  'process_data',
  'send_message',
] as const
export type TaskGroup = (typeof taskGroups)[number]

export type EnvField = Pick<
  DataField,
  'id' | 'columnName' | 'dataType' | 'settings' | 'title' | 'titleTranslations' | 'isRequired'
>

export interface EnvCollection {
  id: number
  /** The root of its tree. */
  homeId: number
  isSmartCollection: boolean
  representsPeople: boolean
}

/** The team's design, as far as definitions depend on it. */
export interface DesignEnv {
  collectionOf(id: number): EnvCollection | undefined
  /** The fields of a collection, which its whole tree shares. */
  fieldsOf(dataCollectionId: number): readonly EnvField[] | undefined
  viewOf(id: number): { dataCollectionId: number; dataFieldIds: readonly number[] } | undefined
  hasWizard(id: number): boolean
  /** Whether a message template is published; true where that is not known. */
  hasTemplate(id: number): boolean
}

/** Access that a task needs to records; `on` says to which. */
export interface Need {
  dataCollectionId: number
  permission: DataPermission
  /** Absent: the whole record. */
  dataFieldId?: number
  /** New records, those that match the builder's filter, or those in a variable. */
  on: 'new' | 'found' | { variable: string }
}

export const problemCodes = [
  'title_required',
  'wizard_without_steps',
  'step_without_tasks',
  'collection_required',
  'collection_gone',
  'smart_collection',
  'field_gone',
  'field_required',
  'field_twice',
  'no_fields',
  'variable_unknown',
  'variable_kind',
  'variable_name_taken',
  'variable_name_missing',
  'records_required',
  'wrong_collection',
  'filter_broken',
  'sort_broken',
  'condition_broken',
  'view_gone',
  'view_required',
  'wizard_gone',
  'text_required',
  'template_gone',
  'value_invalid',
  'background_gives',
  'public_export',
  'public_shows_found',
  'public_changes_found',
  'required_not_asked',
  'message_needs_people',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export interface Problem {
  /** Absent: of the wizard itself. */
  wizardStepId?: number
  stepTaskId?: number
  /** Key of the setting, if it is one. */
  path: string
  code: ProblemCode
  params?: Record<string, string | number>
}

/** What a check of a task knows of its surroundings. */
export interface CheckContext {
  env: DesignEnv
  /** Variables that exist when the task runs. */
  variables: readonly Variable[]
}

type Found = Pick<Problem, 'path' | 'code' | 'params'>

export interface WizardTaskType<Settings = Record<string, unknown>> {
  readonly type: TaskType
  readonly group: TaskGroup
  /** Settings with their defaults; unknown keys are rejected. */
  readonly settings: z.ZodType<Settings>
  /** Whether it changes records, or does something once the run has been saved. */
  readonly effect: 'none' | 'writes' | 'afterCommit'
  /** Whether it may stop and ask a person. */
  asks(settings: Settings): boolean
  /** The type of the variable that it gives; null if none. */
  gives(settings: Settings, env: DesignEnv): Pick<Variable, 'dataType' | 'settings'> | null
  /** Names of the variables it reads. */
  reads(settings: Settings): readonly string[]
  needs(settings: Settings, env: DesignEnv, variables: readonly Variable[]): readonly Need[]
  check(settings: Settings, context: CheckContext): readonly Found[]
}

/** A literal of the field's type, or a variable: `{ variable: 'visitor.email' }`. */
export const valueSourceSchema = z.unknown()

/** A field that a task asks for or sets, in the order of the list ("linked data fields"). */
export const linkedFieldSchema = z.strictObject({
  dataFieldId: idSchema,
  /** Whether the person fills it in, or the wizard sets it. */
  mode: z.enum(['ask', 'set']).default('ask'),
  /** Required here; a field that is required in its collection always is. */
  isRequired: z.boolean().default(false),
  displayWidth: z.enum(displayWidths).nullable().default(null),
  /** If empty, the field's own title and help. */
  label: z.string().trim().max(200).default(''),
  labelTranslations: translationsSchema.default({}),
  helpText: z.string().max(500).default(''),
  helpTextTranslations: translationsSchema.default({}),
  /** What is set, or what the input begins with; a literal or a variable. */
  value: valueSourceSchema.optional(),
  /** The address of the page may fill it in: `?<column name>=text`. */
  mayPrefill: z.boolean().default(false),
})
export type LinkedField = z.output<typeof linkedFieldSchema>

export const linkedFieldsSchema = z.array(linkedFieldSchema).max(100)

/** A limit on the number of records that match a filter, e.g. of places in a camp. */
export const capacitySchema = z.strictObject({
  max: z.union([
    z.number().int().min(0).max(1_000_000),
    z.strictObject({ variable: z.string().min(1).max(110) }),
  ]),
  /** Which records of the collection count; null: all. */
  counted: z.unknown().nullable().default(null),
  whenFull: z.enum(['stop', 'continue']).default('stop'),
  /** What people read when it is full. */
  fullText: z.string().max(2000).default(''),
  fullTextTranslations: translationsSchema.default({}),
})
export type Capacity = z.output<typeof capacitySchema>
