/** The page of a record with 40 fields and 5 cards that list 2,000 linked records, in one request. */
import { fork } from 'node:child_process'
import path from 'node:path'
import { compare, type Result } from './load.ts'
import { call, freePort, type World } from './world.ts'

export const recordPageName = 'record page, 40 fields, 5 cards, 2,000 links'

const linksPerCard = 400
const projects = 20

interface Collection {
  id: number
  tableName: string
}

/** Twenty projects, each with 400 members, and 400 tasks, visits, costs and notes that link to it. */
export async function compareRecordPage(world: World): Promise<Result> {
  const base = `/teams/${world.teamId}/dataCollections`
  const create = (name: string) => call<Collection>(world, 'POST', base, { name, pluralName: `${name}s` })
  const addField = (collection: Collection, body: object) =>
    call<{ id: number; columnName: string }>(world, 'POST', `${base}/${collection.id}/dataFields`, body)
  const fill = async (collection: Collection, rows: readonly object[]) => {
    const create = rows.map((values) => ({ values }))
    const { created } = await call<{ created: number[] }>(
      world,
      'POST',
      `${base}/${collection.id}/dataRecords/bulk`,
      { create },
    )
    return created
  }

  const members = await create('Page member')
  const project = await create('Page project')
  const memberIds = await fill(
    members,
    Array.from({ length: linksPerCard }, (_, n) => ({ name: `Member ${n}` })),
  )
  const types = ['plain_text', 'number', 'date', 'boolean', 'decimal', 'email_address', 'url', 'date_time']
  const columns: { id: number; columnName: string; dataType: string }[] = []
  for (let n = 0; n < 38; n++) {
    const dataType = types[n % types.length] as string
    columns.push({ ...(await addField(project, { title: `Field ${n}`, dataType })), dataType })
  }
  const settings = { dataCollectionId: members.id }
  const team = await addField(project, { title: 'Team', dataType: 'multi_data_record', settings })
  const sampleValues = columns.map(({ columnName, dataType }) => [columnName, samples[dataType]])
  const projectIds = await fill(
    project,
    Array.from({ length: projects }, (_, n) => ({
      ...Object.fromEntries(sampleValues),
      name: `Project ${n}`,
      [team.columnName]: memberIds,
    })),
  )
  const others: { collection: Collection; field: number }[] = []
  for (const name of ['Task', 'Visit', 'Cost', 'Note']) {
    const collection = await create(`Page ${name.toLowerCase()}`)
    const settings = { dataCollectionId: project.id }
    const link = await addField(collection, {
      title: 'Project',
      columnName: 'project',
      dataType: 'single_data_record',
      settings,
    })
    await addField(collection, { title: 'Score', columnName: 'score', dataType: 'number' })
    for (const id of projectIds) {
      const rows = Array.from({ length: linksPerCard }, (_, n) => ({
        name: `${name} ${n}`,
        project: id,
        score: n,
      }))
      await fill(collection, rows)
    }
    others.push({ collection, field: link.id })
  }
  const cards: number[] = []
  const addCard = async (body: object) => {
    const card = await call<{ id: number }>(world, 'POST', `/teams/${world.teamId}/dataCards`, {
      dataCollectionId: project.id,
      title: 'Card',
      cardType: 'table',
      ...body,
    })
    cards.push(card.id)
  }
  await addCard({ sourceDataFieldId: team.id })
  for (const { field } of others) await addCard({ sourceDataFieldId: field, isReverse: true })
  await call(world, 'POST', `/teams/${world.teamId}/dataCardGroups`, {
    dataCollectionId: project.id,
    name: 'Main',
    dataCardIds: cards,
  })

  const path = (id: number) => `/api/teams/${world.teamId}/dataRecords/${id}/page`
  const page = await call<{ linkedRecords: Record<string, { total: number; items: unknown[] }> }>(
    world,
    'GET',
    path(projectIds[0] as number).slice(4),
  )
  const linked = Object.values(page.linkedRecords).reduce((sum, { total }) => sum + total, 0)
  if (linked !== 2000) throw new Error(`The page lists ${linked} linked records instead of 2,000`)
  const baseline = await startRaw(world, {
    project: project.tableName,
    members: members.tableName,
    links: `link_${team.id}`,
    others: others.map(({ collection }) => collection.tableName),
  })
  try {
    return await compare(
      recordPageName,
      {
        url: world.url,
        requests: projectIds.map((id) => ({
          method: 'GET' as const,
          path: path(id),
          headers: { cookie: world.cookie },
        })),
      },
      {
        url: baseline.url,
        requests: projectIds.map((id) => ({ method: 'GET' as const, path: `/page/${id}` })),
      },
    )
  } finally {
    baseline.stop()
  }
}

const samples: Record<string, unknown> = {
  plain_text: 'Some words of a field',
  number: 1234,
  date: '2026-03-06',
  boolean: true,
  decimal: 3.25,
  email_address: 'someone@example.org',
  url: 'https://example.org/page',
  date_time: '2026-03-06T18:30:00Z',
}

async function startRaw(world: World, tables: object): Promise<{ url: string; stop(): void }> {
  const port = await freePort()
  const child = fork(
    path.join(import.meta.dirname, 'raw-record-page.ts'),
    [world.databaseUrl, String(port), `team_${world.teamId}`, JSON.stringify(tables)],
    { execArgv: ['--import', 'tsx'], env: { ...process.env, NODE_ENV: 'production' } },
  )
  await new Promise((resolve) => child.once('message', resolve))
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
}
