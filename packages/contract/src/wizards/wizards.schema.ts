/** Wizards as the builder sees them (spec section 3, Data wizard). */
import { z } from 'zod'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'
import { stepSettings, taskSettings, wizardSettings } from './definition.ts'
import { problemCodes } from './tasks/definition.ts'

export const problemSchema = z
  .object({
    wizardStepId: idSchema.optional(),
    stepTaskId: idSchema.optional(),
    path: z.string(),
    code: z.enum(problemCodes),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'WizardProblem' })

export const stepTaskSchema = z
  .object({ id: idSchema, wizardStepId: idSchema, executionRank: z.number().int(), ...taskSettings })
  .meta({ id: 'WizardStepTask' })
export type StepTask = z.infer<typeof stepTaskSchema>

export const wizardStepSchema = z
  .object({
    id: idSchema,
    dataWizardId: idSchema,
    executionRank: z.number().int(),
    ...stepSettings,
    tasks: z.array(stepTaskSchema),
  })
  .meta({ id: 'WizardStep' })
export type WizardStep = z.infer<typeof wizardStepSchema>

const counts = z.object({
  /** Runs by what became of them. */
  waiting: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
})

export const dataWizardSchema = z
  .object({
    id: idSchema,
    ...wizardSettings,
    firstDataWizardStepId: idSchema.nullable(),
    stepCount: z.number().int(),
    steps: z.array(wizardStepSchema),
    /** Number of the version that new runs get; null: it was never without problems. */
    liveVersion: z.number().int().nullable(),
    /** Whether what is stored differs from the live version. */
    hasUnpublishedChanges: z.boolean(),
    problems: z.array(problemSchema),
    version: z.number().int(),
    updatedAt: dateTimeSchema,
  })
  .meta({ id: 'DataWizard' })
export type DataWizard = z.infer<typeof dataWizardSchema>

/** A row of the list of wizards. */
export const listedWizardSchema = dataWizardSchema
  .pick({
    id: true,
    name: true,
    nameTranslations: true,
    description: true,
    icon: true,
    isPublic: true,
    isOpen: true,
    stepCount: true,
    liveVersion: true,
    updatedAt: true,
  })
  .extend({ problemCount: z.number().int(), runs: counts, lastRunAt: dateTimeSchema.nullable() })
  .meta({ id: 'ListedDataWizard' })
export type ListedWizard = z.infer<typeof listedWizardSchema>

/** A wizard that the caller may run. */
export const runnableWizardSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    steps: z.array(z.object({ id: idSchema, title: z.string(), icon: z.string() })),
  })
  .meta({ id: 'RunnableDataWizard' })
export type RunnableWizard = z.infer<typeof runnableWizardSchema>

export const createWizardBody = z.strictObject({
  name: wizardSettings.name,
  nameTranslations: wizardSettings.nameTranslations.default({}),
  description: wizardSettings.description.default(''),
  icon: wizardSettings.icon.default('fas fa-wand-magic-sparkles'),
  isPublic: wizardSettings.isPublic.default(false),
  /** Copies the settings, steps and tasks of this one. */
  copyOfDataWizardId: idSchema.optional(),
  /** Asks in one step what this form view asks: with its texts, which replace those given here. */
  formOfDataViewId: idSchema.optional(),
})
export type CreateWizard = z.output<typeof createWizardBody>

/** The version that the person edited: a newer one is refused, so that nothing is overwritten. */
const expected = { version: z.number().int().optional() }
export const updateWizardBody = z.strictObject(wizardSettings).partial().extend(expected)
export type UpdateWizard = z.output<typeof updateWizardBody>

export const createStepBody = z.strictObject({
  title: stepSettings.title,
  titleTranslations: stepSettings.titleTranslations.default({}),
  description: stepSettings.description.default(''),
  descriptionTranslations: stepSettings.descriptionTranslations.default({}),
  icon: stepSettings.icon.default('fas fa-circle'),
  requiresAuthentication: stepSettings.requiresAuthentication.default(false),
  hideCancelButton: stepSettings.hideCancelButton.default(false),
  isSavePoint: stepSettings.isSavePoint.default(false),
})
export type CreateStep = z.output<typeof createStepBody>
export const updateStepBody = z.strictObject(stepSettings).partial()
export type UpdateStep = z.output<typeof updateStepBody>

export const createTaskBody = z.strictObject({
  type: taskSettings.type,
  title: taskSettings.title,
  titleTranslations: taskSettings.titleTranslations.default({}),
  description: taskSettings.description.default(''),
  descriptionTranslations: taskSettings.descriptionTranslations.default({}),
  /** Absent: made from the title, if the type gives a variable. */
  variable: taskSettings.variable.optional(),
  executionCondition: taskSettings.executionCondition.default(null),
  executeInLoopValue: taskSettings.executeInLoopValue.default(null),
  executeInBackground: taskSettings.executeInBackground.default(false),
  executeWizardInNextAction: taskSettings.executeWizardInNextAction.default(null),
  settings: taskSettings.settings.default({}),
})
export type CreateTask = z.output<typeof createTaskBody>
/** The type cannot be changed. */
export const updateTaskBody = z.strictObject(taskSettings).omit({ type: true }).partial()
export type UpdateTask = z.output<typeof updateTaskBody>

/** All steps in their order, each with its tasks: tasks may move between steps. */
export const orderBody = z.strictObject({
  steps: z.array(z.strictObject({ id: idSchema, stepTaskIds: z.array(idSchema).max(500) })).max(200),
})
export type WizardOrder = z.output<typeof orderBody>

/** Spec section 3, external access link. */
export const externalAccessLinkSchema = z
  .object({
    id: idSchema,
    dataWizardId: idSchema,
    dataCollectionId: idSchema,
    smsDataFieldId: idSchema.nullable(),
    emailDataFieldId: idSchema.nullable(),
    /** Raised to revoke all token links made so far. */
    generation: z.number().int(),
  })
  .meta({ id: 'ExternalAccessLink' })
export type ExternalAccessLink = z.infer<typeof externalAccessLinkSchema>
export const saveAccessLinkBody = z.strictObject({
  dataCollectionId: idSchema,
  smsDataFieldId: idSchema.nullable().default(null),
  emailDataFieldId: idSchema.nullable().default(null),
})
export type SaveAccessLink = z.output<typeof saveAccessLinkBody>

export const wizardLinkTypes = ['record', 'collection'] as const
/** Spec section 3, wizard link on a collection: for one of its records, or for the collection as such. */
export const wizardLinkSchema = z
  .object({
    id: idSchema,
    dataWizardId: idSchema,
    dataCollectionId: idSchema,
    wizardName: z.string(),
    type: z.enum(wizardLinkTypes),
    description: z.string(),
    icon: z.string(),
    showInRowActionMenus: z.boolean(),
  })
  .meta({ id: 'WizardLink' })
export type WizardLink = z.infer<typeof wizardLinkSchema>
export const createWizardLinkBody = z.strictObject({
  dataWizardId: idSchema,
  dataCollectionId: idSchema,
  type: z.enum(wizardLinkTypes).default('record'),
  description: z.string().trim().max(500).default(''),
  icon: z.string().max(100).default(''),
  showInRowActionMenus: z.boolean().default(true),
})
export type CreateWizardLink = z.output<typeof createWizardLinkBody>
export const updateWizardLinkBody = z
  .strictObject({
    type: z.enum(wizardLinkTypes),
    description: z.string().trim().max(500),
    icon: z.string().max(100),
    showInRowActionMenus: z.boolean(),
  })
  .partial()
export type UpdateWizardLink = z.output<typeof updateWizardLinkBody>

export const tokenLinkBody = z.strictObject({
  externalAccessLinkId: idSchema,
  dataRecordId: idSchema,
  validForDays: z.number().int().min(1).max(3650).default(365),
  language: languageSchema.optional(),
})

export const wizardParams = teamParams.extend({ dataWizardId: idParam })
export const stepParams = teamParams.extend({ wizardStepId: idParam })
export const taskParams = teamParams.extend({ stepTaskId: idParam })
