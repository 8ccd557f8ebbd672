/** Wizards for people without a session. A run is theirs who hold its key, sent in the header `x-run-key`. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { fileObjectSchema } from '../files/files.api.ts'
import { idParam, languageSchema, teamParams } from '../paging.ts'
import {
  advanceBody,
  runOptionsBody,
  runOptionsSchema,
  runParams,
  runScreenSchema,
  startBody,
} from './runs.schema.ts'

/** Requests per minute and address. */
const perMinute = 240
const startsPerMinute = 30
const codesPerMinute = 10

const base = '/public/teams/:teamId' as const
const run = `${base}/wizardRuns/:wizardRunId` as const

/** A wizard before it starts. */
export const publicWizardSchema = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string(),
    icon: z.string(),
    language: languageSchema,
    languages: z.array(languageSchema),
    team: z.object({ name: z.string(), enumAppBrandId: z.number().int() }),
    isOpen: z.boolean(),
    /** What to read while it is closed. */
    closedText: z.string(),
    /** How the person proves who they are before it starts; null if they need not. */
    verifies: z.enum(['email', 'sms', 'email_or_sms']).nullable(),
  })
  .meta({ id: 'PublicDataWizard' })
export type PublicWizard = z.infer<typeof publicWizardSchema>

/** A wizard by a personal link. */
const personalWizardSchema = publicWizardSchema.extend({
  teamId: z.number().int(),
  /** Its run has ended, or is being finished: a link works once. */
  isUsed: z.boolean(),
  /** The link leads back to a run that has begun. */
  goesOn: z.boolean(),
})
export type PersonalWizard = z.infer<typeof personalWizardSchema>

/** Proof of work: a challenge of altcha, and its solution. */
export const challengeSchema = z.looseObject({})
const proof = { /** The solution of a challenge, in Base64. */ proof: z.string().max(4000) }

export const startedSchema = z.object({ key: z.string(), screen: runScreenSchema })
export type StartedRun = z.output<typeof startedSchema>

const wizardParams = teamParams.extend({ dataWizardId: idParam })
const tokenParams = z.object({ token: z.string().regex(/^[vr]1\.[\w.-]{20,300}$/) })

export const publicWizardsApi = {
  challenge: endpoint({
    method: 'GET',
    path: '/public/wizardChallenge',
    access: 'public',
    reads: [],
    summary: 'A challenge whose solution starts a run',
    rateLimit: perMinute,
    response: challengeSchema,
  }),
  get: endpoint({
    method: 'GET',
    path: `${base}/dataWizards/:dataWizardId`,
    access: 'public',
    reads: ['wizards'],
    summary: 'A public wizard',
    rateLimit: perMinute,
    params: wizardParams,
    query: z.object({ language: languageSchema.optional() }),
    response: publicWizardSchema,
  }),
  start: endpoint({
    method: 'POST',
    path: `${base}/dataWizards/:dataWizardId/runs`,
    access: 'public',
    changes: [],
    summary: 'Start a run; its key is returned only here',
    rateLimit: startsPerMinute,
    params: wizardParams,
    body: startBody.omit({ isDry: true, dataRecordId: true }).extend(proof),
    response: startedSchema,
    errors: ['wizard_closed', 'proof_invalid'],
  }),
  getByToken: endpoint({
    method: 'GET',
    path: '/public/wizardTokens/:token',
    access: 'public',
    reads: ['wizards'],
    summary: 'The wizard of a personal link; nothing starts',
    rateLimit: perMinute,
    params: tokenParams,
    query: z.object({ language: languageSchema.optional() }),
    response: personalWizardSchema,
    errors: ['link_expired'],
  }),
  startByToken: endpoint({
    method: 'POST',
    path: '/public/wizardTokens/:token',
    access: 'public',
    changes: [],
    summary: 'Start the run of a personal link, or go on with it',
    rateLimit: startsPerMinute,
    params: tokenParams,
    body: z.strictObject({ language: languageSchema.optional() }),
    response: startedSchema,
    errors: ['wizard_closed', 'link_expired', 'link_used'],
  }),
  getRun: endpoint({
    method: 'GET',
    path: run,
    access: 'public',
    reads: ['wizardRuns'],
    summary: 'Where a run stands, and what it asks',
    rateLimit: perMinute,
    params: runParams,
    response: runScreenSchema,
  }),
  advance: endpoint({
    method: 'POST',
    path: `${run}/steps/:wizardStepId`,
    access: 'public',
    changes: ['wizardRuns'],
    summary: 'Answer the current question',
    rateLimit: perMinute,
    params: runParams.extend({ wizardStepId: idParam }),
    body: advanceBody.extend({ /** Filled in by bots only. */ website: z.string().max(0).optional() }),
    response: runScreenSchema,
    errors: ['validation_failed', 'run_moved_on', 'run_ended', 'wizard_full'],
  }),
  back: endpoint({
    method: 'POST',
    path: `${run}/back`,
    access: 'public',
    changes: ['wizardRuns'],
    summary: 'Return to the previous question, with its answer',
    rateLimit: perMinute,
    params: runParams,
    body: z.strictObject({ stepToken: z.uuid() }),
    response: runScreenSchema,
    errors: ['run_moved_on', 'run_ended'],
  }),
  language: endpoint({
    method: 'POST',
    path: `${run}/language`,
    access: 'public',
    changes: ['wizardRuns'],
    summary: 'Change the language; answers stay',
    rateLimit: perMinute,
    params: runParams,
    body: z.strictObject({ language: languageSchema }),
    response: runScreenSchema,
    errors: ['run_ended'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${run}/cancel`,
    access: 'public',
    changes: ['wizardRuns'],
    summary: 'End a run; what it has saved stays',
    rateLimit: perMinute,
    params: runParams,
    response: runScreenSchema,
    errors: ['run_ended'],
  }),
  sendLink: endpoint({
    method: 'POST',
    path: `${run}/link`,
    access: 'public',
    changes: [],
    summary: 'Mail a link with which the run goes on later, in its language',
    rateLimit: codesPerMinute,
    params: runParams,
    body: z.strictObject({
      /** Not needed where the address is known: the link then goes there. */
      address: z.string().trim().min(3).max(320).optional(),
    }),
    /** False: an address is needed. Tells nothing about the one that was given. */
    response: z.object({ isSent: z.boolean() }),
    errors: ['validation_failed', 'run_ended'],
  }),
  options: endpoint({
    method: 'POST',
    path: `${run}/options`,
    access: 'public',
    isRead: true,
    reads: ['records'],
    summary: 'Records to choose from in a field that the current question asks for',
    rateLimit: perMinute,
    params: runParams,
    body: runOptionsBody,
    response: runOptionsSchema,
  }),
  upload: endpoint({
    method: 'POST',
    path: `${run}/files`,
    access: 'public',
    changes: [],
    kind: 'upload',
    summary: 'Store a file for a field that the current question asks for; it goes with the run',
    rateLimit: startsPerMinute,
    params: runParams,
    query: z.object({ name: z.string().min(1).max(1000), dataFieldId: idParam }),
    response: fileObjectSchema,
    errors: ['file_too_large', 'file_empty', 'image_too_large', 'validation_failed', 'too_many_files'],
    checksOwnText: ['name'],
  }),
  sendCode: endpoint({
    method: 'POST',
    path: `${base}/dataWizards/:dataWizardId/verification`,
    access: 'public',
    changes: [],
    summary: 'Send a code to an address, whoever it is; the answer tells nothing about it',
    rateLimit: codesPerMinute,
    params: wizardParams,
    body: z.strictObject({
      channel: z.enum(['email', 'sms']),
      address: z.string().trim().min(3).max(320),
      language: languageSchema.optional(),
      ...proof,
    }),
    response: z.object({ verificationId: z.uuid() }),
    errors: ['validation_failed', 'proof_invalid', 'wizard_closed'],
  }),
  checkCode: endpoint({
    method: 'POST',
    path: `${base}/dataWizards/:dataWizardId/verification/check`,
    access: 'public',
    changes: [],
    summary: 'Check a code: the run starts, or those who share the address choose among their names',
    rateLimit: codesPerMinute,
    params: wizardParams,
    body: z.strictObject({
      verificationId: z.uuid(),
      code: z.string().regex(/^\d{6}$/),
      /** Chosen from the answer before. */
      dataRecordId: z.number().int().positive().optional(),
      language: languageSchema.optional(),
    }),
    response: z.object({
      started: startedSchema.nullable(),
      /** Several records have this address. */
      choices: z.array(z.object({ id: z.number().int(), name: z.string() })),
    }),
    errors: ['code_wrong', 'code_expired', 'wizard_closed'],
  }),
}
