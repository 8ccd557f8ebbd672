/** What the end of a run leaves: exports, the record of messages, the next wizard, and tasks for the background. */
import { exportForRun } from '../../exports/public.ts'
import { liveVersion } from '../versions.ts'
import type { ActiveRun } from './active-run.ts'
import { type AfterCommit, insertRun, type StoredOutcome } from './runs.repo.ts'

export async function finish(run: ActiveRun): Promise<void> {
  const { row, client, model, deps } = run
  const outcome: StoredOutcome = { ...run.pending, would: row.isDry ? (run.would ?? []) : null }
  if (!row.isDry) {
    for (const one of run.pendingAfter) await apply(run, one, outcome)
  } else {
    for (const one of run.pendingAfter) if (one.kind === 'message') noteMessage(one, outcome)
    outcome.background = []
  }
  row.outcome = outcome
  row.state = outcome.background.length > 0 ? 'background' : 'done'
  if (row.state === 'background') {
    const payload = { teamId: model.teamId, wizardRunId: row.id }
    await deps.jobs.add('wizard_continue', payload, { client, jobKey: `wizard ${model.teamId} ${row.id}` })
  }
}

async function apply(run: ActiveRun, one: AfterCommit, outcome: StoredOutcome): Promise<void> {
  if (one.kind === 'message') noteMessage(one, outcome)
  else if (one.kind === 'export') await addExport(run, one, outcome)
  else await startNext(run, one, outcome)
}

/** Until messages are sent, a run keeps how many people would get which. */
function noteMessage(one: Extract<AfterCommit, { kind: 'message' }>, outcome: StoredOutcome): void {
  const { outgoingMessageTemplateId, recordIds } = one
  outcome.messages.push({ outgoingMessageTemplateId, people: recordIds.length })
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
