/** A run as the person in front of it sees it, and as the administrator follows it. */
import { z } from 'zod'
import { displayWidths } from '../fields/fields.schema.ts'
import { filterSchema } from '../filters/ast.ts'
import { dateTimeSchema, idParam, idSchema, languageSchema, teamParams } from '../paging.ts'
import { linkedSchema, valuesSchema } from '../records/records.schema.ts'
import { publicFieldSchema } from '../views/views.schema.ts'
import { wizardRunStates } from './wizards.machine.ts'

/** A field that a person fills in: what it takes to show its editor. */
export const askedFieldSchema = publicFieldSchema
  .omit({ displayWidth: true })
  .extend({
    displayWidth: z.enum(displayWidths),
    helpText: z.string(),
    isRequired: z.boolean(),
    mayPrefill: z.boolean(),
  })
  .meta({ id: 'AskedField' })
export type AskedField = z.infer<typeof askedFieldSchema>

const base = { stepTaskId: idSchema, title: z.string(), description: z.string() }

/** A record to look at or pick. Ids of records that this run has made but not saved are negative. */
const shownRecordSchema = z.object({ id: z.number().int(), name: z.string(), values: valuesSchema })

export const askSchema = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('form'),
    fields: z.array(askedFieldSchema),
    /** One form for each: of a loop, of the records to change, or those that were added. */
    items: z.array(z.object({ label: z.string(), values: valuesSchema })),
    linked: linkedSchema,
    /** Whether the person may add further forms, and the label of that button. */
    canAdd: z.boolean(),
    addLabel: z.string(),
    mostItems: z.number().int(),
  }),
  z.object({
    ...base,
    kind: z.literal('pick'),
    fields: z.array(publicFieldSchema),
    items: z.array(shownRecordSchema),
    linked: linkedSchema,
    total: z.number().int(),
    selection: z.enum(['none', 'one', 'many']),
    isRequired: z.boolean(),
    chosen: z.array(z.number().int()),
    /** Whether the person may create a record instead; `newForm` is its form. */
    canCreate: z.boolean(),
    newLabel: z.string(),
    newFields: z.array(askedFieldSchema),
    newValues: valuesSchema,
    /** The filter, where the person may change it, over `filterFields`. */
    filter: filterSchema.nullable(),
    canFilter: z.boolean(),
    dataCollectionId: idSchema.nullable(),
    search: z.string(),
  }),
  z.object({
    ...base,
    kind: z.literal('value'),
    field: askedFieldSchema,
    value: z.unknown(),
    linked: linkedSchema,
  }),
  z.object({ ...base, kind: z.literal('text'), buttonLabel: z.string() }),
])
export type Ask = z.infer<typeof askSchema>
export type AskOf<Kind extends Ask['kind']> = Extract<Ask, { kind: Kind }>

/** What a person answers to each kind. */
export const answerSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('form'),
    items: z
      .array(z.strictObject({ values: valuesSchema }))
      .min(1)
      .max(1000),
  }),
  z.strictObject({
    kind: z.literal('pick'),
    recordIds: z.array(z.number().int()).max(1000).default([]),
    /** Creates a record with these values instead. */
    newValues: valuesSchema.nullable().default(null),
    filter: filterSchema.nullable().optional(),
    search: z.string().max(200).default(''),
    /** Only narrows the list; the run stays where it is. */
    onlySearches: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('value'), value: z.unknown() }),
  z.strictObject({ kind: z.literal('text') }),
])
export type Answer = z.output<typeof answerSchema>

/** A record that a dry run would have changed. */
const wouldChangeSchema = z.object({
  type: z.enum(['created', 'updated', 'deleted', 'restored']),
  dataCollectionId: idSchema,
  name: z.string(),
  changes: z.array(z.object({ title: z.string(), before: z.unknown(), after: z.unknown() })),
})

/** The template is not published any more. */
export const notSentReasons = ['template_archived', 'template_draft'] as const
export type NotSentReason = (typeof notSentReasons)[number]

export const outcomeSchema = z.object({
  /** HTML in the person's language. */
  text: z.string(),
  /** Exports that the run has started. */
  exportIds: z.array(idSchema),
  /** A wizard that goes on from here, with its run. */
  next: z.object({ dataWizardId: idSchema, wizardRunId: idSchema }).nullable(),
  /** Of a dry run: what it would have done. */
  would: z.array(wouldChangeSchema).nullable(),
  /** Messages that were sent, or that a dry run would have sent: to how many people, from which template. */
  messages: z.array(
    z.object({
      outgoingMessageTemplateId: idSchema.nullable(),
      people: z.number().int(),
      /** Why it was sent to nobody at all. */
      notSent: z.enum(notSentReasons).optional(),
    }),
  ),
})
export type Outcome = z.infer<typeof outcomeSchema>

/** Where a run stands, and what it asks. */
export const runScreenSchema = z
  .object({
    id: idSchema,
    dataWizardId: idSchema,
    state: z.enum(wizardRunStates),
    isDry: z.boolean(),
    language: languageSchema,
    languages: z.array(languageSchema),
    wizard: z.object({ name: z.string(), description: z.string(), icon: z.string() }),
    team: z.object({ name: z.string(), enumAppBrandId: z.number().int(), timezone: z.string() }),
    /** The steps, of which those that have no question are left out once that is known. */
    steps: z.array(
      z.object({
        id: idSchema,
        title: z.string(),
        description: z.string(),
        icon: z.string(),
        state: z.enum(['done', 'current', 'ahead']),
      }),
    ),
    wizardStepId: idSchema.nullable(),
    hideCancelButton: z.boolean(),
    /** Sent back with the answer, so that nothing is answered twice. */
    stepToken: z.uuid().nullable(),
    canGoBack: z.boolean(),
    /** The current step needs a session, and this run has none yet. */
    needsSignIn: z.boolean(),
    /** HTML to read above the question. */
    texts: z.array(z.string()),
    ask: askSchema.nullable(),
    /** From 0 to 1. */
    progress: z.number().min(0).max(1),
    outcome: outcomeSchema.nullable(),
    /** Why it failed, for those who may read it. */
    error: z.string().nullable(),
    updatedAt: dateTimeSchema,
  })
  .meta({ id: 'WizardRunScreen' })
export type RunScreen = z.infer<typeof runScreenSchema>

export const startBody = z.strictObject({
  language: languageSchema.optional(),
  isDry: z.boolean().default(false),
  /** The record that a row action starts it from. */
  dataRecordId: idSchema.optional(),
  /** Texts from the address, by column or variable name. */
  prefill: z.record(z.string().max(110), z.string().max(2000)).default({}),
})
export type StartRun = z.output<typeof startBody>

export const advanceBody = z.strictObject({
  stepToken: z.uuid(),
  answer: answerSchema,
  language: languageSchema.optional(),
})
export type AdvanceRun = z.output<typeof advanceBody>

/** Records to choose from in a field that the current question asks for. */
export const runOptionsBody = z.strictObject({
  dataFieldId: idSchema,
  search: z.string().max(200).default(''),
  /** Their names only. */
  ids: z.array(idSchema).max(100).optional(),
})
export type RunOptions = z.output<typeof runOptionsBody>
export const runOptionsSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      avatar: z.string().nullable(),
      color: z.string().nullable(),
      icon: z.string().nullable(),
    }),
  ),
})
export type RunOptionsFound = z.output<typeof runOptionsSchema>

export const runParams = teamParams.extend({ wizardRunId: idParam })

/** A run of the caller that has not ended. */
export const ownRunSchema = z
  .object({
    id: idSchema,
    dataWizardId: idSchema,
    name: z.string(),
    icon: z.string(),
    wizardStepId: idSchema.nullable(),
    /** Title of the step; empty where it has none. */
    step: z.string(),
    /** When it was left. */
    updatedAt: dateTimeSchema,
  })
  .meta({ id: 'OwnWizardRun' })
export type OwnRun = z.infer<typeof ownRunSchema>

/** A run in the administrator's list. */
export const listedRunSchema = z
  .object({
    id: idSchema,
    dataWizardId: idSchema,
    versionNumber: z.number().int(),
    state: z.enum(wizardRunStates),
    isDry: z.boolean(),
    /** Who runs it; null for visitors. */
    teamUserId: idSchema.nullable(),
    by: z.string().nullable(),
    wizardStepId: idSchema.nullable(),
    operationId: idSchema.nullable(),
    recordCount: z.number().int(),
    startedAt: dateTimeSchema,
    updatedAt: dateTimeSchema,
    endedAt: dateTimeSchema.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ListedWizardRun' })
export type ListedRun = z.infer<typeof listedRunSchema>

export const runEventKinds = [
  'started',
  'shown',
  'answered',
  'performed',
  'not_sent',
  'saved',
  'failed',
  'verified',
  'ended',
  'rolled_back',
] as const
export const runEventSchema = z.object({
  at: dateTimeSchema,
  kind: z.enum(runEventKinds),
  wizardStepId: idSchema.nullable(),
  stepTaskId: idSchema.nullable(),
  ms: z.number().int().nullable(),
  /** Ids and counts, never values. */
  detail: z.record(z.string(), z.unknown()),
})
export type RunEvent = z.infer<typeof runEventSchema>

export const runDetailSchema = listedRunSchema.extend({
  events: z.array(runEventSchema),
  /** Records that it changed, newest first, at most 100. */
  records: z.array(
    z.object({ id: idSchema, name: z.string(), type: z.enum(['created', 'updated', 'deleted', 'restored']) }),
  ),
})

/** How many runs reached each step and went on from it. */
/** How many runs went from one task to the next one that they reached; null: the start, or the end. */
export const runMoveSchema = z.object({
  fromStepTaskId: idSchema.nullable(),
  toStepTaskId: idSchema.nullable(),
  runs: z.number().int(),
})
export type RunMove = z.infer<typeof runMoveSchema>

export const dropOffSchema = z.object({
  wizardStepId: idSchema,
  shown: z.number().int(),
  answered: z.number().int(),
})
