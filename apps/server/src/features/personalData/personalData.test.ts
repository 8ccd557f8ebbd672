/** Personal data: what is kept on a person can be taken away as a file; what is erased is found nowhere. */
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { auditApi } from '@muster/contract/audit/audit.api'
import { bookmarksApi } from '@muster/contract/bookmarks/bookmarks.api'
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { duplicatesApi } from '@muster/contract/duplicates/duplicates.api'
import { exportsApi } from '@muster/contract/exports/exports.api'
import { filesApi } from '@muster/contract/files/files.api'
import { importsApi } from '@muster/contract/imports/imports.api'
import { personalDataApi } from '@muster/contract/personalData/personalData.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { wizardRunsApi } from '@muster/contract/wizards/runs.api'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { urlOf } from '../../../test/client.ts'
import { importer } from '../../../test/importing.ts'
import { admin, deps, inAnApp, member, team, visitor, withWorld, world } from '../../../test/in-a-world.ts'
import { addFields } from '../../engine/model/add-fields.ts'
import { changeModel } from '../../engine/model/change-model.ts'
import { ident, one, rows, run, sql } from '../../platform/db.ts'
import { tasksOf } from '../../tasks.ts'
import { undoRegistry } from '../../undo.ts'
import { auditRoutes } from '../audit/audit.routes.ts'
import { bookmarksRoutes } from '../bookmarks/bookmarks.routes.ts'
import { collectionsRoutes } from '../collections/collections.routes.ts'
import { duplicatesRoutes } from '../duplicates/duplicates.routes.ts'
import { exportsRoutes } from '../exports/exports.routes.ts'
import { fieldsRoutes } from '../fields/fields.routes.ts'
import { filesRoutes } from '../files/files.routes.ts'
import { importsRoutes } from '../imports/imports.routes.ts'
import { recordsRoutes } from '../records/records.routes.ts'
import { readNewNames } from '../search/public.ts'
import { wizardRunsRoutes } from '../wizards/runs/runs.routes.ts'
import { insertWizard, linkTo } from '../wizards/wizards.test-support.ts'
import { personalDataRoutes } from './personalData.routes.ts'

inAnApp((deps) => (bindTo) => {
  bindTo(auditApi, auditRoutes(deps))
  bindTo(bookmarksApi, bookmarksRoutes(deps))
  bindTo(collectionsApi, { ...collectionsRoutes(deps), ...fieldsRoutes(deps) })
  bindTo(duplicatesApi, duplicatesRoutes(deps))
  bindTo(exportsApi, exportsRoutes(deps))
  bindTo(filesApi, filesRoutes(deps))
  bindTo(importsApi, importsRoutes(deps))
  bindTo(personalDataApi, personalDataRoutes(deps))
  bindTo(recordsApi, recordsRoutes(deps))
  bindTo(wizardRunsApi, wizardRunsRoutes(deps, undoRegistry))
})
withWorld()

let visits: number
beforeAll(async () => {
  await admin.ok(collectionsApi.update, { params: inPeople(), body: { representsPeople: true } } as never)
  const made = await admin.ok(collectionsApi.create, {
    params: team(),
    body: { name: 'Visit', pluralName: 'Visits' },
  })
  visits = made.id
  await changeModel(deps, world.team.teamId, (change) =>
    addFields(change, visits, [
      {
        title: 'Guest',
        columnName: 'guest',
        dataType: 'single_data_record',
        settings: { dataCollectionId: world.people },
      },
      {
        title: 'Hosts',
        columnName: 'hosts',
        dataType: 'multi_data_record',
        settings: { dataCollectionId: world.people },
      },
      {
        title: 'After',
        columnName: 'after',
        dataType: 'single_data_record',
        settings: { dataCollectionId: visits },
      },
    ]),
  )
  const { guest } = await world.fieldIds(visits)
  await admin.ok(collectionsApi.update, {
    params: { ...team(), dataCollectionId: visits },
    body: { IdDataFieldDataObjectName: guest },
  } as never)
})

const inPeople = () => ({ ...team(), dataCollectionId: world.people })
const of = (dataRecordId: number) => ({ params: { ...team(), dataRecordId } })

/** Every row of the team's tables, and of the platform's that are about its data, that contains a text. */
async function traces(marker: string): Promise<string[]> {
  const { schema } = world.team
  const tables = await rows<{ schema: string; name: string }>(
    deps.pool,
    sql`select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and (n.nspname = ${schema}
          or (n.nspname = 'muster' and c.relname in ('bookmark', 'data_import', 'data_export', 'audit_event')))`,
  )
  expect(tables.length).toBeGreaterThan(15)
  const found: string[] = []
  for (const { schema, name } of tables) {
    const row = await one<{ count: number }>(
      deps.pool,
      sql`select count(*) from ${ident(schema, name)} t where strpos(lower(t::text), ${marker.toLowerCase()}) > 0`,
    )
    if (row!.count > 0) found.push(name)
  }
  return found.sort()
}

async function uploaded(name: string, content: string): Promise<string> {
  const answer = await admin.inject({
    method: 'POST',
    url: urlOf(filesApi.upload, team(), { name }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: Readable.from([Buffer.from(content)]),
  })
  return (answer.json() as { id: string }).id
}

async function create(values: Record<string, unknown>, dataCollectionId = world.people) {
  const { record } = await admin.ok(recordsApi.create, {
    params: { ...team(), dataCollectionId },
    body: { values },
  })
  return record!
}

/** A message that somebody got and that was refused later, and their subscription. */
async function wroteTo(recordId: number, mark: string): Promise<void> {
  const { schema } = world.team
  const address = `${mark}@example.org`
  const hash = sql`sha256(convert_to(${address}, 'UTF8'))`
  const recipient = (await one<{ id: number }>(
    deps.pool,
    sql`insert into ${ident(schema, 'message_recipient')}
          (message_id, record_id, data_collection_id, address, address_hash, language, values, state, detail)
        values (1, ${recordId}, ${world.people}, ${address}, ${hash}, 'en', ${JSON.stringify({ name: mark })}::jsonb,
          'accepted', ${`250 ${address} ok`}) returning id`,
  ))!
  await run(
    deps.pool,
    sql`insert into ${ident(schema, 'message_notification')} (recipient_id, message_id, type, detail)
        values (${recipient.id}, 1, 0, ${`550 ${address} is full`})`,
  )
  await run(
    deps.pool,
    sql`insert into ${ident(schema, 'message_subscription')} (subject_id, channel, address_hash, address, state)
        values (1, 'EMAIL', ${hash}, ${address}, 'subscribed')`,
  )
  await run(
    deps.pool,
    sql`insert into ${ident(schema, 'message_suppression')} (channel, address_hash, address, reason)
        values ('EMAIL', ${hash}, ${address}, 'bounce')`,
  )
}

let marks = 0
interface Marked {
  mark: string
  /** In the values of all kinds of text of the person. */
  id: number
  visit: number
  later: number
  fileId: string
  shared: string
}

/** A person whose every text contains a word that nothing else has. */
async function aMarkedPerson(): Promise<Marked> {
  const mark = `quetzal${'abcdefgh'[marks++]}`
  const fileId = await uploaded(`${mark}.txt`, `About ${mark}`)
  const shared = await uploaded('rules.txt', `The rules for ${mark} and others`)
  const { id } = await create({
    name: `First ${mark}`,
    notes: `<p>Old ${mark}</p>`,
    papers: [fileId, shared],
  })
  await create({ name: 'Somebody else', papers: [shared] })
  const values = {
    name: `Mr ${mark}`,
    email: `${mark}@example.org`,
    notes: `<p>New ${mark}</p>`,
    phone: '+12025550123',
    facts: [{ label: 'Nick', value: mark }],
  }
  await admin.ok(recordsApi.update, { ...of(id), body: { values } })
  await admin.ok(bookmarksApi.put, { ...of(id), body: { memo: `Call ${mark}` } })
  const { id: visit } = await create({ guest: id, hosts: [id], name: undefined } as never, visits)
  const { id: later } = await create({ after: visit } as never, visits)
  await wroteTo(id, mark)
  await readNewNames(deps, world.team.teamId, new AbortController().signal)
  return { mark, id, visit, later, fileId, shared }
}

describe('what is kept on a person', () => {
  let person: Marked
  beforeAll(async () => {
    person = await aMarkedPerson()
  })

  it('is everywhere that the test looks', async () => {
    expect(await traces(person.mark)).toEqual(
      expect.arrayContaining([
        'bookmark',
        'data_record',
        'file',
        'log_event',
        'message_notification',
        'message_recipient',
        'message_subscription',
        'message_suppression',
        'search_word',
      ]),
    )
    const visit = await admin.ok(recordsApi.get, of(person.visit))
    expect(visit.name).toBe(`Mr ${person.mark}`)
  })

  it('is counted', async () => {
    expect(await admin.ok(personalDataApi.summary, of(person.id))).toEqual({
      confirmation: `Mr ${person.mark}`,
      events: 2,
      files: 2,
      bookmarks: 1,
      references: 1,
    })
  })

  it('is written to a file with values, history, references, memos and files', async () => {
    const begun = await admin.ok(personalDataApi.export, { ...of(person.id), body: {} })
    expect(begun).toMatchObject({ format: 'zip', status: 'queued' })
    expect(begun.fileName).not.toContain(person.mark)
    await deps.runJobs(tasksOf(deps))
    const exportParams = { ...team(), exportId: begun.id }
    const done = await admin.ok(exportsApi.get, { params: exportParams })
    expect(done).toMatchObject({ status: 'done', errorCode: null })
    const answer = await admin.inject({ method: 'GET', url: urlOf(exportsApi.download, exportParams) })
    expect(answer.headers['content-type']).toBe('application/zip')
    const parts = await unzipped(answer.rawPayload)
    expect(Object.keys(parts).sort()).toEqual([
      'bookmarks.json',
      `files/1 ${person.mark}.txt`,
      'files/2 rules.txt',
      'history.json',
      'messages.json',
      'record.json',
      'references.json',
    ])
    const [record] = JSON.parse(parts['record.json']!)
    expect(record).toMatchObject({ id: person.id, name: `Mr ${person.mark}`, collections: ['Persons'] })
    expect(record.values).toContainEqual({
      title: 'email',
      field: 'email',
      type: 'email_address',
      value: `${person.mark}@example.org`,
    })
    const history = JSON.parse(parts['history.json']!)
    expect(history).toMatchObject([{ type: 'created' }, { type: 'updated', by: 'Ada Admin' }])
    expect(history[1].changes).toContainEqual(
      expect.objectContaining({ field: 'notes', before: `<p>Old ${person.mark}</p>` }),
    )
    expect(JSON.parse(parts['references.json']!)).toEqual([
      { collection: 'Visits', id: person.visit, name: `Mr ${person.mark}` },
    ])
    expect(JSON.parse(parts['bookmarks.json']!)).toMatchObject([
      { memo: `Call ${person.mark}`, by: 'Ada Admin' },
    ])
    expect(JSON.parse(parts['messages.json']!)).toMatchObject([
      {
        address: `${person.mark}@example.org`,
        values: { name: person.mark },
        state: 'accepted',
        events: [{}],
      },
    ])
    expect(parts[`files/1 ${person.mark}.txt`]).toBe(`About ${person.mark}`)
  })
})

describe('erasing a person', () => {
  it('removes every trace, keeps what others use, and cannot be undone', async () => {
    const person = await aMarkedPerson()
    const { confirmation } = await admin.ok(personalDataApi.summary, of(person.id))
    const wrong = await admin.refused(personalDataApi.erase, {
      ...of(person.id),
      body: { confirmation: 'Mr' },
    })
    expect(wrong.errors).toEqual([{ path: 'confirmation', code: 'invalid' }])
    const imports = importer(deps, admin, world.team.teamId)
    await imports.run(await imports.upload(`name\n${person.mark} imported\n`, world.people))
    const imported = (await one<{ id: number }>(
      deps.pool,
      sql`select max(id) as id from ${ident(world.team.schema, 'data_record')}`,
    ))!.id

    for (const id of [person.id, imported]) {
      const { confirmation } = await admin.ok(personalDataApi.summary, of(id))
      await admin.ok(personalDataApi.erase, { ...of(id), body: { confirmation } })
    }
    expect(confirmation).toBe(`Mr ${person.mark}`)
    expect(await traces(person.mark)).toEqual([])
    for (const endpoint of [recordsApi.get, recordsApi.restore, personalDataApi.summary] as const) {
      expect((await admin.refused(endpoint, of(person.id))).code).toBe('not_found')
    }
    const visit = await admin.ok(recordsApi.get, of(person.visit))
    expect(visit).toMatchObject({ name: '', values: { guest: null, hosts: null } })
    const files = await rows<{ id: string }>(
      deps.pool,
      sql`select id from ${ident(world.team.schema, 'file')}`,
    )
    expect(files.map(({ id }) => id)).toContain(person.shared)
    expect(files.map(({ id }) => id)).not.toContain(person.fileId)
    const { items } = await admin.ok(auditApi.list, { params: team(), query: { subject: 'data_record' } })
    expect(items.find(({ subjectId }) => subjectId === String(person.id))).toMatchObject({
      action: 'erased',
      subjectName: `Person ${person.id}`,
      by: { name: 'Ada Admin' },
      before: null,
      after: null,
    })
  })

  it('ends runs of wizards that are bound to it, and deletes what was typed and uploaded in them', async () => {
    const person = await aMarkedPerson()
    const { id: other } = await create({ name: 'Somebody else' })
    const { id: dataWizardId } = await insertWizard(deps, world.team.teamId, {
      steps: [
        {
          tasks: [{ type: 'create_temp_variable', variable: 'why', settings: { tempVariableLabel: 'Why' } }],
        },
        { tasks: [{ type: 'display_formatted_text', settings: { textToDisplayValue: '<p>Thanks</p>' } }] },
      ],
    })
    await linkTo(deps, world.team.teamId, dataWizardId, world.people)
    const begin = async (dataRecordId: number, why: string) => {
      const { id, stepToken, wizardStepId } = await admin.ok(wizardRunsApi.start, {
        params: { ...team(), dataWizardId },
        body: { dataRecordId },
      })
      return admin.ok(wizardRunsApi.advance, {
        params: { ...team(), wizardRunId: id, wizardStepId: wizardStepId! },
        body: { stepToken: stepToken!, answer: { kind: 'value', value: why } },
      })
    }
    const [theirs, others] = [await begin(person.id, `Help ${person.mark}`), await begin(other, 'Advice')]
    const letter = await uploaded(`Letter of ${person.mark}.txt`, `Dear ${person.mark}`)
    await deps.pool.query(`update ${world.team.schema}.file set owner = $1 where id = $2`, [
      { kind: 'visitor', id: theirs.id },
      letter,
    ])
    expect(await traces(person.mark)).toContain('wizard_run')

    const body = { confirmation: `Mr ${person.mark}` }
    await admin.ok(personalDataApi.erase, { ...of(person.id), body })
    expect(await traces(person.mark)).toEqual([])
    const runOf = (wizardRunId: number) => admin.ok(wizardRunsApi.get, { params: { ...team(), wizardRunId } })
    expect(await runOf(theirs.id)).toMatchObject({ state: 'cancelled', ask: null })
    expect(await runOf(others.id)).toMatchObject({ state: 'waiting', texts: ['<p>Thanks</p>'] })
  })

  it('erases what was merged into it as well', async () => {
    const person = await aMarkedPerson()
    const survivor = await create({ name: 'The other record' })
    await admin.ok(duplicatesApi.merge, {
      params: inPeople(),
      body: {
        survivorId: survivor.id,
        records: [
          { id: survivor.id, version: 1 },
          { id: person.id, version: 2 },
        ],
      },
    })
    const { confirmation } = await admin.ok(personalDataApi.summary, of(survivor.id))
    await admin.ok(personalDataApi.erase, { ...of(survivor.id), body: { confirmation } })
    expect(await traces(person.mark)).toEqual([])
  })

  it('is for team admins, and for records of people only', async () => {
    const person = await aMarkedPerson()
    const body = { confirmation: `Mr ${person.mark}` }
    expect((await member.refused(personalDataApi.erase, { ...of(person.id), body })).code).toBe(
      'access_denied',
    )
    const stranger = visitor.as(await world.team.stranger())
    expect((await stranger.refused(personalDataApi.erase, { ...of(person.id), body })).code).toBe('not_found')
    const place = of(world.placeIds[0]!)
    expect(
      (await admin.refused(personalDataApi.erase, { ...place, body: { confirmation: 'Paris' } })).code,
    ).toBe('not_found')
    await admin.ok(recordsApi.get, of(person.id))
  })
})

describe('anonymising a person', () => {
  let person: Marked
  beforeEach(async () => {
    person = await aMarkedPerson()
  })

  it('empties the fields and their history, and keeps the record', async () => {
    await admin.ok(recordsApi.update, { ...of(person.id), body: { values: { score: 42 } } })
    const { id: dataFieldId, columnName } = await admin.ok(collectionsApi.createField, {
      params: inPeople(),
      body: { title: 'Nick', dataType: 'plain_text' },
    })
    await admin.ok(recordsApi.update, {
      ...of(person.id),
      body: { values: { [columnName]: `Nick ${person.mark}` } },
    })
    // The texts are kept beside, for the undo.
    await admin.ok(collectionsApi.changeFieldType, {
      params: { ...inPeople(), dataFieldId },
      body: { dataType: 'number' },
    })
    const fields = ['name', 'email', 'notes', 'facts', 'papers', 'phone', columnName]
    await admin.ok(personalDataApi.anonymise, { ...of(person.id), body: { fields } })
    // A memo is not a field of the record; it goes with it only.
    expect(await traces(person.mark)).toEqual(['bookmark'])
    const record = await admin.ok(recordsApi.get, of(person.id))
    expect(record).toMatchObject({ name: '', values: { score: 42, name: null, email: null, papers: null } })
    expect((await admin.ok(recordsApi.get, of(person.visit))).name).toBe('')
    const { items } = await admin.ok(recordsApi.logEvents, of(person.id))
    expect(items.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('score')
    // It can be changed as before.
    const { version } = record
    await admin.ok(recordsApi.update, { ...of(person.id), body: { version, values: { name: 'N. N.' } } })
    const audited = await admin.ok(auditApi.list, {
      params: team(),
      query: { subject: 'data_record', limit: 1 },
    })
    expect(audited.items[0]).toMatchObject({
      action: 'anonymised',
      after: { fields: ['Name', ...fields.slice(1, -1), 'Nick'] },
    })
  })

  it('keeps fields that are not chosen, and refuses unknown and automatic ones', async () => {
    await admin.ok(personalDataApi.anonymise, { ...of(person.id), body: { fields: ['email'] } })
    const record = await admin.ok(recordsApi.get, of(person.id))
    expect(record).toMatchObject({ name: `Mr ${person.mark}`, values: { email: null } })
    const body = { fields: ['number', 'nothing'] }
    const refused = await admin.refused(personalDataApi.anonymise, { ...of(person.id), body })
    expect(refused.errors).toEqual([
      { path: 'fields.0', code: 'read_only' },
      { path: 'fields.1', code: 'unknown_field' },
    ])
  })
})

function unzipped(content: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(content, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      const parts: Record<string, string> = {}
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure)
          parts[entry.fileName] = await text(stream)
          zip.readEntry()
        })
      })
      zip.on('end', () => resolve(parts))
      zip.readEntry()
    })
  })
}
