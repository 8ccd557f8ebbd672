/** What the end of a run leaves: exports, messages, the next wizard, and tasks for the background. */
import crypto from 'node:crypto'
import { exportForRun } from '../../exports/public.ts'
import { sendAutomatic, whyNotSent } from '../../messages/public.ts'
import { liveVersion } from '../versions.ts'
import { holdTask } from '../wizards.repo.ts'
import type { ActiveRun } from './active-run.ts'
import { messageReader } from './message-reader.ts'
import { type AfterCommit, addEvents, insertRun, type StoredOutcome } from './runs.repo.ts'

export async function finish(run: ActiveRun): Promise<void> {
  const { row, client, model, deps } = run
  const outcome: StoredOutcome = { ...run.pending, would: row.isDry ? (run.would ?? []) : null }
  if (!row.isDry) {
    for (const one of run.pendingAfter) await apply(run, one, outcome)
  } else {
    for (const one of run.pendingAfter) if (one.kind === 'message') await noteMessage(run, one, outcome)
    outcome.background = []
  }
  row.outcome = outcome
  row.state = outcome.background.length > 0 ? 'background' : 'done'
  if (row.state === 'background') {
    const payload = { teamId: model.teamId, wizardRunId: row.id }
    await deps.jobs.add('wizard_continue', payload, { client, jobKey: `wizard ${model.teamId} ${row.id}` })
  }
}

/** What tasks of the background leave, which run after the end. */
export async function finishBackground(run: ActiveRun): Promise<void> {
  if (run.row.outcome === null) return
  for (const one of run.afterCommit) await apply(run, one, run.row.outcome)
}

async function apply(run: ActiveRun, one: AfterCommit, outcome: StoredOutcome): Promise<void> {
  if (one.kind === 'message') await sendMessage(run, one, outcome)
  else if (one.kind === 'export') await addExport(run, one, outcome)
  else await startNext(run, one, outcome)
}

type MessageAfter = Extract<AfterCommit, { kind: 'message' }>

/** Of a dry run, how many people would get which message. */
async function noteMessage(
  { client, model }: ActiveRun,
  { outgoingMessageTemplateId, recordIds }: MessageAfter,
  outcome: StoredOutcome,
): Promise<void> {
  const notSent =
    outgoingMessageTemplateId === null
      ? undefined
      : await whyNotSent(client, model.teamId, outgoingMessageTemplateId)
  outcome.messages.push({
    outgoingMessageTemplateId,
    people: notSent ? 0 : recordIds.length,
    ...(notSent && { notSent }),
  })
}

async function sendMessage(run: ActiveRun, one: MessageAfter, outcome: StoredOutcome): Promise<void> {
  const { outgoingMessageTemplateId, stepTaskId, dataCollectionId, recordIds } = one
  if (outgoingMessageTemplateId === null) return
  const { row, client, model, deps } = run
  const { people, notSent } = await sendAutomatic(deps, client, model, {
    wizardStepTaskId: stepTaskId,
    outgoingMessageTemplateId,
    dataCollectionId,
    recordIds,
    caller: messageReader(run, dataCollectionId),
    teamUserId: row.teamUserId,
    // Visitors are written in the language that they chose; whom a person writes to is somebody else.
    language: row.keyHash === null ? model.defaultDataLanguage : row.language,
    isLast: !(await holdTask(client, model.teamId, stepTaskId)),
    cause: causeOf(row.id),
  })
  run.hasSent ||= people > 0
  outcome.messages.push({ outgoingMessageTemplateId, people, ...(notSent && { notSent }) })
  if (notSent)
    await addEvents(client, model.schema, row.id, [
      { kind: 'not_sent', stepTaskId, detail: { reason: notSent, people: recordIds.length } },
    ])
}

/** The same UUID for a run each time. */
function causeOf(runId: number): string {
  const hex = crypto.createHash('sha256').update(`wizard run ${runId}`).digest('hex').slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

async function addExport(
  run: ActiveRun,
  { dataCollectionId, ids, columns }: Extract<AfterCommit, { kind: 'export' }>,
  outcome: StoredOutcome,
): Promise<void> {
  const { teamUser, client, deps, language } = run
  if (!teamUser) return
  const id = await exportForRun(deps, client, teamUser, { dataCollectionId, ids, columns, language })
  outcome.exportIds.push(id)
}

async function startNext(
  run: ActiveRun,
  { dataWizardId, boundRecordId }: Extract<AfterCommit, { kind: 'next' }>,
  outcome: StoredOutcome,
): Promise<void> {
  const { row, client, model } = run
  const version = await liveVersion(client, model, dataWizardId)
  // People without a session go on only to what is public.
  if (outcome.next !== null || (row.keyHash !== null && !version.definition.isPublic)) return
  const next = await insertRun(client, model.schema, {
    dataWizardId,
    versionId: version.id,
    isDry: false,
    teamUserId: row.teamUserId,
    keyHash: row.keyHash === null ? null : Buffer.from(row.keyHash, 'hex'),
    tokenHash: null,
    boundRecordId,
    isProven: row.isProven,
    language: row.language,
    prefill: {},
    variables: {},
    parentRunId: row.id,
  })
  outcome.next = { dataWizardId, wizardRunId: next.id }
}
