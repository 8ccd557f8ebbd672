/**
 * A wizard as a run executes it: everything that the builder stores, as one value. A version is this value, and a run
 * stays on its version however the wizard is edited.
 */
import { z } from 'zod'
import { filterSchema } from '../filters/ast.ts'
import { idSchema, languageSchema, translationsSchema } from '../paging.ts'
import { taskTypes } from './tasks/definition.ts'
import { variableNameSchema } from './variables.ts'

/** With whose rights a signed-in person's run reads and writes: their own, or those that the wizard's tasks name. */
export const runsWithModes = ['person', 'wizard'] as const
/** How people without a session prove who they are before an external access link binds a record. */
export const externalAccessModes = ['none', 'link', 'email', 'sms', 'email_or_sms'] as const

/** An icon as spec section 3 names them: `fas fa-campground`. */
export const iconSchema = z.string().max(100)
export const longTextSchema = z.string().max(5000)
export const longTranslationsSchema = z.partialRecord(languageSchema, longTextSchema)

/** A host that may show the wizard in a frame: `https://example.org`, with an optional port. */
export const frameHostSchema = z.string().regex(/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/i)

export const wizardSettings = {
  name: z.string().trim().min(1, 'required').max(200),
  nameTranslations: translationsSchema,
  description: longTextSchema,
  descriptionTranslations: longTranslationsSchema,
  icon: iconSchema,
  defaultDataLanguage: languageSchema,
  interfaceLanguage: languageSchema,
  availableLanguages: z.array(languageSchema).min(1).max(3),
  isPublic: z.boolean(),
  runsWith: z.enum(runsWithModes),
  externalAccessBy: z.enum(externalAccessModes),
  /** Whether new runs may start; with times, only between them. */
  isOpen: z.boolean(),
  opensAt: z.iso.datetime().nullable(),
  closesAt: z.iso.datetime().nullable(),
  closedText: longTextSchema,
  closedTextTranslations: longTranslationsSchema,
  /** What people read at the end; empty: a sentence in their language. */
  thankYouText: longTextSchema,
  thankYouTextTranslations: longTranslationsSchema,
  abandonAfterHours: z.number().int().min(1).max(8760),
  allowedFrameHosts: z.array(frameHostSchema).max(20),
}

export const stepSettings = {
  title: z.string().trim().min(1, 'required').max(200),
  titleTranslations: translationsSchema,
  description: longTextSchema,
  descriptionTranslations: longTranslationsSchema,
  icon: iconSchema,
  requiresAuthentication: z.boolean(),
  hideCancelButton: z.boolean(),
  /** What was done so far is saved when the step ends; people cannot go back before it. */
  isSavePoint: z.boolean(),
}

export const taskSettings = {
  type: z.enum(taskTypes),
  title: z.string().trim().min(1, 'required').max(200),
  titleTranslations: translationsSchema,
  description: longTextSchema,
  descriptionTranslations: longTranslationsSchema,
  /** The name of the variable that it gives; empty if it gives none. */
  variable: z.union([z.literal(''), variableNameSchema]),
  /** A filter over variables; null: always. */
  executionCondition: filterSchema.nullable(),
  /** The variable whose records it runs for, one after the other. */
  executeInLoopValue: z.string().max(110).nullable(),
  executeInBackground: z.boolean(),
  /** A wizard that starts when this one ends, if this task ran. */
  executeWizardInNextAction: idSchema.nullable(),
  /** Checked by the type's own schema. */
  settings: z.record(z.string(), z.unknown()),
}

export const definedTaskSchema = z.object({ id: idSchema, ...taskSettings })
export type DefinedTask = z.output<typeof definedTaskSchema>

export const definedStepSchema = z.object({
  id: idSchema,
  ...stepSettings,
  tasks: z.array(definedTaskSchema),
})
export type DefinedStep = z.output<typeof definedStepSchema>

export const wizardDefinitionSchema = z.object({
  dataWizardId: idSchema,
  ...wizardSettings,
  /** Collections that external access links bind a record of. */
  boundDataCollectionIds: z.array(idSchema),
  steps: z.array(definedStepSchema),
})
export type WizardDefinition = z.output<typeof wizardDefinitionSchema>
