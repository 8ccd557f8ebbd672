/**
 * A team in which almost everything is hidden from its users: other columns, other records, whole collections.
 * Hidden texts contain markers and hidden numbers are unmistakable, so that any of them in a response is a leak.
 */
import { Readable } from 'node:stream'
import { api } from '@muster/contract/api'
import type { FastifyInstance } from 'fastify'
import { addFields } from '../src/engine/model/add-fields.ts'
import { changeModel } from '../src/engine/model/change-model.ts'
import { rows, run, sql } from '../src/platform/db.ts'
import { tasksOf } from '../src/tasks.ts'
import { aTeam } from './a-team.ts'
import { type Client, clientOf, urlOf } from './client.ts'
import { addCards, addCollections, addViews } from './hidden-design.ts'
import {
  column,
  counts,
  design,
  firstId,
  hidden,
  leastAmount,
  ofUsers,
  png,
  visibleRegion,
} from './hidden-markers.ts'
import { addMessages } from './hidden-messages.ts'
import { hiddenUsers } from './hidden-users.ts'
import { addWizards } from './hidden-wizards.ts'
import { importer } from './importing.ts'
import type { TestDeps } from './test-deps.ts'

export type HiddenWorld = Awaited<ReturnType<typeof hiddenWorld>>

export async function hiddenWorld(deps: TestDeps, app: FastifyInstance) {
  const team = await aTeam(deps, { name: 'Plain team' })
  const { teamId } = team
  const params = { teamId }
  const admin = clientOf(app, team.admin)
  await startIdsAbove(deps, 'muster')
  await startIdsAbove(deps, team.schema)
  const { people, vault, list, staff, smart, gone, ports } = await addCollections(deps, teamId)
  await team.setMemberGrants([])
  const fields = await fieldIds(deps, teamId, people)
  const vaultFields = await fieldIds(deps, teamId, vault)
  const listFields = await fieldIds(deps, teamId, list)
  const portFields = await fieldIds(deps, teamId, ports)

  const createMany = async (dataCollectionId: number, all: Record<string, unknown>[]) => {
    const body = { create: all.map((values) => ({ values })) }
    return (await admin.ok(api.records.bulk, { params: { ...params, dataCollectionId }, body })).created
  }
  const numbered = (count: number) => Array.from({ length: count }, (_, n) => n)
  const items = await createMany(
    list,
    numbered(counts.items).map((n) => ({ name: hidden(`item-${n}`) })),
  )
  const vaultRecords = await createMany(
    vault,
    numbered(counts.vault).map((n) => ({
      name: hidden(`vault-${n}`),
      [column('vault_note')]: hidden(`vault-note-${n}`),
      [column('vault_day')]: '2031-05-05',
    })),
  )
  const files = {
    own: await upload(admin, teamId, hidden('own-papers.txt'), hidden('own-papers-content')),
    row: await upload(admin, teamId, hidden('row-papers.txt'), hidden('row-papers-content')),
    unused: await upload(admin, teamId, hidden('unused.txt'), hidden('unused-content')),
    leaflet: await upload(admin, teamId, 'leaflet.png', png),
    photo: await upload(admin, teamId, hidden('photo.png'), png),
  }
  const row = (kind: string, n: number, values: object) => ({
    ...textsOf(`${kind}-`, n),
    [column('score')]: leastAmount + n,
    [column('price')]: { amount: leastAmount + n, currency: 'USD' },
    [column('party')]: items[n % 5],
    [column('parties')]: [items[n % 5], items[5]],
    [column('home')]: vaultRecords[n % 5],
    [column('visits')]: [vaultRecords[n % 5]],
    [column('topic')]: vault,
    [column('day')]: '2031-05-05T10:00:00Z',
    [column('photo')]: files.photo,
    [column('place')]: { line1: hidden(`${kind}-place`), city: 'Oslo', lat: 59.9, lng: 10.7 },
    ...values,
  })
  const hiddenRecords = await createMany(
    people,
    numbered(counts.rows).map((n) =>
      row('row', n, {
        [column('amount')]: leastAmount + n,
        [column('region')]: hidden('row-region'),
        [column('papers')]: n === 0 ? [files.row] : null,
        slogan: hidden('row-slogan'),
      }),
    ),
  )
  const visible = await createMany(
    people,
    numbered(counts.visible + 1).map((n) =>
      row('own', n, {
        [column('amount')]: 11 * (n + 1),
        [column('region')]: visibleRegion,
        [column('papers')]: [files.own],
        [column('friends')]: hiddenRecords.slice(0, 3),
        leaflet: [files.leaflet],
        slogan: 'Public slogan',
      }),
    ),
  )
  // A record that was visible until it moved to another region.
  const moved = visible.pop()!
  const update = (dataRecordId: number, values: Record<string, unknown>) =>
    admin.ok(api.records.update, { params: { ...params, dataRecordId }, body: { values } })
  const trashed = await createMany(
    people,
    numbered(counts.trash).map((n) =>
      row('row', counts.rows + n, { [column('region')]: hidden('row-region') }),
    ),
  )
  const bulk = (body: object) =>
    admin.ok(api.records.bulk, { params: { ...params, dataCollectionId: people }, body } as never)
  const removal = await bulk({ delete: { ids: trashed } })
  await admin.ok(api.collections.update, {
    params: { ...params, dataCollectionId: staff },
    body: { membershipOrder: 'manual' },
  })
  await bulk({ addTo: staff, target: { ids: [...hiddenRecords.slice(0, counts.staff), visible[0]!] } })
  // History: each visible record has older hidden values, and an older value in each readable column.
  for (const id of visible) {
    await update(id, { [column('score')]: leastAmount + 9, [column('notes')]: hidden('own-notes-newer') })
    await update(id, { [column('friends')]: hiddenRecords.slice(0, 2), [column('party')]: items[6] })
  }
  const [vaultLink] = await changeModel(deps, teamId, (change) =>
    addFields(change, vault, [
      {
        title: design('person'),
        columnName: column('vault_person'),
        dataType: 'single_data_record',
        settings: { dataCollectionId: people },
      },
    ]),
  )
  const vaultPerson = vaultLink!
  for (const id of vaultRecords.slice(0, 2)) await update(id, { [column('vault_person')]: visible[0] })

  await admin.ok(api.collections.removeField, {
    params: { ...params, dataCollectionId: people, dataFieldId: fields[column('gone')]! },
  })
  await admin.ok(api.collections.remove, { params: { ...params, dataCollectionId: gone } })
  const { views, publicKeys } = await addViews(admin, { teamId, people, vault, fields, vaultFields })
  const cards = await addCards(admin, { teamId, people, fields, vaultPerson })
  const wizards = await addWizards(deps, admin, {
    teamId,
    people,
    ports,
    fields,
    portFields,
    views,
    visible,
  })
  await admin.ok(api.bookmarks.put, {
    params: { ...params, dataRecordId: visible[0]! },
    body: { memo: hidden('memo') },
  })
  await admin.ok(api.teams.putSetting, {
    params: { ...params, key: 'grid' },
    body: { value: hidden('setting') },
  })
  const runs = await startRuns(deps, admin, { teamId, people, vault })
  const invitation = { firstName: 'In', lastName: 'Vited', email: `${ofUsers('invited')}@example.org` }
  const { id: invited } = await admin.ok(api.users.invite, { params, body: invitation })
  const victim = await team.user({ firstName: 'Victor' })

  const messages = await addMessages(deps, admin, {
    team,
    people,
    view: { id: views.shared, fieldIds: [fields.name!, fields[column('notes')]!] },
    recordIds: [...visible, ...hiddenRecords.slice(0, 4)],
  })
  const users = await hiddenUsers(app, { team, people, list, fields, listFields })
  await messages.add(users)
  // Every reader of people has bookmarked the record that then moves out of what they may see.
  for (const { client } of users.filter(({ dataCollectionId }) => dataCollectionId === people)) {
    await client.ok(api.bookmarks.put, { params: { ...params, dataRecordId: moved }, body: { memo: 'Mine' } })
  }
  await update(moved, {
    name: hidden('row-moved'),
    [column('region')]: hidden('row-region'),
    [column('amount')]: leastAmount,
    slogan: hidden('row-slogan'),
  })
  return {
    teamId,
    team,
    admin,
    users,
    people,
    vault,
    list,
    staff,
    smart,
    gone,
    fields,
    vaultFields,
    listFields,
    portFields,
    vaultPerson,
    items,
    vaultRecords,
    hiddenRecords,
    visible,
    moved,
    trashed,
    files,
    views,
    publicKeys,
    cards,
    wizards,
    messages,
    runs,
    invited,
    victim: victim.teamUserId,
    operation: removal.operation!.id,
  }
}

async function startIdsAbove({ pool }: TestDeps, schema: string): Promise<void> {
  const found = await rows<{ name: string }>(
    pool,
    sql`select sequencename as name from pg_sequences where schemaname = ${schema}`,
  )
  for (const { name } of found) {
    await run(pool, sql`select setval(${`"${schema}"."${name}"`}::regclass, ${firstId}::bigint)`)
  }
}

const textColumns = ['notes', 'email', 'link', 'facts', 'lines', 'gone'] as const

/** Values with text in every column that has text. */
function textsOf(kind: string, n: number): Record<string, unknown> {
  const text = (what: (typeof textColumns)[number] | 'name') => hidden(`${kind}${what}-${n}`)
  return {
    name: text('name'),
    [column('notes')]: `<p>${text('notes')}</p>`,
    [column('email')]: `${text('email')}@example.org`,
    [column('link')]: `https://example.org/${text('link')}`,
    [column('facts')]: [{ label: text('facts'), value: text('facts') }],
    [column('lines')]: [{ description: text('lines'), quantity: 1, unitAmount: 5, currency: 'USD' }],
    [column('gone')]: text('gone'),
  }
}

async function fieldIds(deps: TestDeps, teamId: number, id: number): Promise<Record<string, number>> {
  const model = await deps.models.get(teamId)
  return Object.fromEntries(model.collections.get(id)!.fields.map((field) => [field.columnName, field.id]))
}

/** Uploads a file. @returns its id */
async function upload(client: Client, teamId: number, name: string, content: string | Buffer) {
  const answer = await client.inject({
    method: 'POST',
    url: urlOf(api.files.upload, { teamId }, { name }),
    headers: { 'content-type': 'application/octet-stream' },
    payload: Readable.from([Buffer.from(content)]),
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ id: string }>().id
}

/** Imports, exports and searches of the administrator, done and with hidden data. */
async function startRuns(
  deps: TestDeps,
  admin: Client,
  { teamId, people, vault }: { teamId: number; people: number; vault: number },
) {
  const params = { teamId }
  const body = { dataCollectionId: people, format: 'csv' as const }
  const { id: exportId } = await admin.ok(api.exports.create, { params, body })
  await admin.ok(api.exports.create, { params, body: { dataCollectionId: vault, format: 'xlsx' } })
  const { id: scanId } = await admin.ok(api.duplicates.find, {
    params: { ...params, dataCollectionId: people },
    body: { rules: [{ fields: [column('home')] }] },
  })
  const content = `name,${column('notes')}\n${hidden('row-imported')},${hidden('row-imported')}\n`
  const files = importer(deps, admin, teamId)
  const file = await files.upload(content, people, `${hidden('import')}.csv`)
  await files.run(file, { mode: 'update', matchBy: ['name'], saveAs: design('mapping') })
  const mappings = await admin.ok(api.imports.mappings, { params: { ...params, dataCollectionId: people } })
  await deps.runJobs(tasksOf(deps))
  return { exportId, scanId, importId: file.id, importMappingId: mappings.items[0]!.id }
}
