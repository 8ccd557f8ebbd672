/** The wizards of `hiddenWorld`: they show, find and sort by fields that most of its users may not read. */
import { api } from '@muster/contract/api'
import type { Answer, RunScreen } from '@muster/contract/wizards/runs.schema'
import { quickProof } from '../src/features/wizards/public/quick-proof.test-support.ts'
import { insertWizard, linkTo } from '../src/features/wizards/wizards.test-support.ts'
import type { Client } from './client.ts'
import { column, hidden } from './hidden-markers.ts'
import type { TestDeps } from './test-deps.ts'

interface Parts {
  teamId: number
  people: number
  ports: number
  fields: Record<string, number>
  portFields: Record<string, number>
  views: { shared: number }
  visible: readonly number[]
}

/** Stands in a call for a proof of work, which is made when it is sent: they end after ten minutes. */
export const newProof = 'a new proof'

export async function addWizards(deps: TestDeps, admin: Client, parts: Parts) {
  const { teamId, people, ports, fields, portFields, views, visible } = parts
  const params = { teamId }
  const text = (textToDisplayValue: string) => ({
    type: 'display_formatted_text' as const,
    title: 'Text',
    settings: { textToDisplayValue },
  })
  const columns = ['name', ...['notes', 'score', 'party', 'home', 'amount'].map(column)]
  const values = ['notes', 'score', 'home'].map((name) => `{{ found.${column(name)} }}`).join(', ')
  /** Runs with the rights of each person. */
  const intake = await insertWizard(deps, teamId, {
    name: 'Intake',
    steps: [
      {
        tasks: [
          {
            type: 'find_matching_data_records',
            title: 'Choose',
            variable: 'found',
            settings: {
              dataCollectionId: people,
              sort: [column('score'), '@name'].map((field) => ({ field, direction: 'desc' })),
              canOverrideFilterTemplate: true,
              askUserToSelectSingleRecord: true,
              matchingRecordsSelectionDisplayFields: columns.map((name) => fields[name]),
              allowCreatingNewRecord: true,
              fields: [
                { dataFieldId: fields.name },
                { dataFieldId: fields.neighbour },
                { dataFieldId: fields[column('region')], mode: 'set', value: 'Elsewhere' },
              ],
            },
          },
        ],
      },
      { tasks: [text(`<p>${values}</p>`)] },
      {
        tasks: [{ type: 'display_dataview', title: 'View', settings: { dataViewToDisplayId: views.shared } }],
      },
    ],
  })
  /** For everyone, with rights of its own. */
  const open = await insertWizard(deps, teamId, {
    name: 'Open',
    isPublic: true,
    runsWith: 'wizard',
    steps: [
      {
        tasks: [
          {
            type: 'create_data_record',
            title: 'Port',
            variable: 'port',
            settings: {
              dataCollectionId: ports,
              fields: ['name', 'near', 'plans'].map((name) => ({ dataFieldId: portFields[name] })),
            },
          },
        ],
      },
      { tasks: [text('<p>Thanks</p>')] },
    ],
  })
  const personal = await insertWizard(deps, teamId, {
    name: 'Personal',
    externalAccessBy: 'link',
    runsWith: 'wizard',
    steps: [{ tasks: [text('<p>{{ bound.slogan }}</p>')] }],
  })
  const personalLink = await linkTo(deps, teamId, personal.id, people)
  const verified = await insertWizard(deps, teamId, {
    name: 'Verified',
    isPublic: true,
    externalAccessBy: 'email',
    steps: [{ tasks: [text('<p>{{ bound.slogan }}</p>')] }],
  })
  await linkTo(deps, teamId, verified.id, people, { email: fields[column('email')]! })
  await admin.ok(api.wizards.createLink, {
    params,
    body: { dataWizardId: intake.id, dataCollectionId: people },
  })
  const { url } = await admin.ok(api.wizards.createTokenLink, {
    params: { ...params, dataWizardId: personal.id },
    body: { externalAccessLinkId: personalLink, dataRecordId: visible[0]! },
  })
  const runs = await addRuns(deps, admin, { teamId, dataWizardId: intake.id })
  return {
    intake: intake.id,
    open: open.id,
    personal: personal.id,
    verified: verified.id,
    personalLink,
    token: url.split('/').at(-1)!,
    runs,
    proof: () => quickProof({ pool: deps.pool, secret: deps.config.secret }),
  }
}

/** Runs of the administrator: one that made a hidden record, and some without an effect. */
async function addRuns(
  { pool, models }: TestDeps,
  admin: Client,
  { teamId, dataWizardId }: { teamId: number; dataWizardId: number },
) {
  const start = () => admin.ok(api.wizardRuns.start, { params: { teamId, dataWizardId }, body: {} })
  const answer = (screen: RunScreen, given: Answer) =>
    admin.ok(api.wizardRuns.advance, {
      params: { teamId, wizardRunId: screen.id, wizardStepId: screen.wizardStepId! },
      body: { stepToken: screen.stepToken!, answer: given },
    })
  const pick = { kind: 'pick' as const, recordIds: [], newValues: null, search: '', onlySearches: false }
  const chosen = await answer(await start(), { ...pick, newValues: { name: hidden('row-made-by-run') } })
  const done = await answer(await answer(chosen, { kind: 'text' }), pick)
  const cancelled = await start()
  await admin.ok(api.wizardRuns.cancel, { params: { teamId, wizardRunId: cancelled.id } })
  const failed = await start()
  const { schema } = await models.get(teamId)
  await pool.query(`update ${schema}.wizard_run set state = 'failed', error = 'internal' where id = $1`, [
    failed.id,
  ])
  return { done: done.id, cancelled: cancelled.id, failed: failed.id }
}
