/** Public views: data in the visitor's language, files of records, downloads, and calendars. */
import { collectionsApi } from '@muster/contract/collections/collections.api'
import { recordsApi } from '@muster/contract/records/records.api'
import { collectionKey } from '@muster/contract/records/records.schema'
import { viewsApi } from '@muster/contract/views/views.api'
import { publicFieldSchema } from '@muster/contract/views/views.schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, deps, member, people, team, visitor, withWorld, world } from '../../../../test/in-a-world.ts'
import { at, type Create, create as createView, shown, withApp } from '../views.test-support.ts'

withApp()
withWorld()
beforeAll(async () => {
  await deps.pool.query("update muster.team set available_data_languages = '{en,fr}' where id = $1", [
    world.team.teamId,
  ])
  await deps.pool.query(
    `update muster.data_field set title_translations = '{"fr": "Naissance"}' where id = $1`,
    [people.born],
  )
  await deps.models.changed(world.team.teamId)
})

/** Keys of the views made here by their ids. */
const keys = new Map<number, string>()
const create = async (body: Create) => {
  const view = await createView({ isVisibleExternally: true, ...body })
  keys.set(view.id, view.publicKey)
  return view
}
const of = (id: number) => ({ ...team(), publicKey: keys.get(id) ?? '0'.repeat(64) })
const make = async (values: Record<string, unknown>) =>
  (
    await admin.ok(recordsApi.create, {
      params: { ...team(), dataCollectionId: world.people },
      body: { values },
    })
  ).record
const query = (id: number, body: object = {}) => visitor.ok(viewsApi.publicQuery, { params: of(id), body })
const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name)

describe('a public view', () => {
  test('exposes its fields and records, and nothing else', async () => {
    await make({
      name: 'Ana',
      email: 'ana@example.org',
      born: '1980-02-29',
      score: 50,
      notes: '<p>Secret</p>',
    })
    await make({ name: 'Bo', born: '1990-05-05', score: 5, party: world.partyIds[0] })
    const view = await create({
      displayedFields: shown('born', 'party'),
      filterFields: [{ dataFieldId: people.party!, filterLabel: 'Party' }, ...shown('born')],
      filter: { field: 'score', op: 'lt', value: 80 },
      sort: [{ field: 'score', direction: 'asc' }],
      displayOptions: { pageSize: 1 },
      internalCss: 'p { color: red }',
      externalCss: 'p { color: blue }',
    })
    const open = await visitor.ok(viewsApi.publicGet, { params: of(view.id), query: {} })
    expect(open.fields.map(({ columnName }) => columnName)).toEqual(['born', 'party'])
    // Nothing that only designers need.
    expect(open.fields.map((field) => publicFieldSchema.safeParse(field).error)).toEqual([
      undefined,
      undefined,
    ])
    expect(open.externalCss).toBe(`.muster-view-${view.id} p { color: blue }`)
    expect(open.filterFields).toMatchObject([
      {
        columnName: 'party',
        label: 'Party',
        selectAllText: 'All',
        input: 'choice',
        options: [{ value: world.partyIds[0], label: 'Greens' }],
      },
      { columnName: 'born', input: 'date', options: [] },
    ])
    const first = await query(view.id)
    expect(first).toMatchObject({
      total: null,
      linked: { [world.partyIds[0]!]: { name: 'Greens', avatar: null } },
    })
    expect(first.items).toMatchObject([
      {
        name: 'Bo',
        createdAt: null,
        createdBy: null,
        values: { born: '1990-05-05', party: world.partyIds[0] },
      },
    ])
    const second = await query(view.id, { cursor: first.nextCursor! })
    expect(namesOf(second.items)).toEqual(['Ana'])
    expect(Object.keys(second.items[0]!.values).sort()).toEqual(['born', 'party'])
    expect(namesOf((await query(view.id, { filters: { party: world.partyIds[0] } })).items)).toEqual(['Bo'])
    expect(namesOf((await query(view.id, { filters: { born: { to: '1985-01-01' } } })).items)).toEqual([
      'Ana',
    ])
    expect(namesOf((await query(view.id, { search: 'ana' })).items)).toEqual(['Ana'])
    expect((await query(view.id, { search: 'Secret' })).items).toEqual([])
    const refused = await visitor.refused(viewsApi.publicQuery, {
      params: of(view.id),
      body: { filters: { score: 50 } },
    })
    expect(refused.errors).toEqual([{ path: 'filters.score', code: 'unknown_field' }])
    const { items } = await visitor.ok(viewsApi.publicRecord, {
      params: { ...of(view.id), record: String(second.items[0]!.id) },
      query: {},
    })
    expect(items).toEqual(second.items)
  })

  test('is not found if it is not public, broken or deleted', async () => {
    const refused = async (id: number) =>
      (await visitor.refused(viewsApi.publicGet, { params: of(id), query: {} })).code
    const hidden = await create({ isVisibleExternally: false })
    expect(await refused(hidden.id)).toBe('not_found')
    const map = await create({ type: 'map' })
    expect(await refused(map.id)).toBe('not_found')
    expect(await refused(999_999_999)).toBe('not_found')
    // The id alone is no address.
    const byId = `/api/public/teams/${world.team.teamId}/dataViews/${(await create({})).id}`
    expect((await visitor.inject({ url: byId })).statusCode).toBe(400)
    const view = await create({})
    await visitor.ok(viewsApi.publicGet, { params: of(view.id), query: {} })
    await admin.ok(viewsApi.remove, { params: at(view.id) })
    expect(await refused(view.id)).toBe('not_found')
  })

  test("uses the visitor's language if the team has data in it", async () => {
    const view = await create({ displayedFields: shown('born') })
    const titleIn = async (headers: Record<string, string>, language?: 'fr' | 'es') => {
      const body = await visitor.ok(viewsApi.publicGet, { params: of(view.id), query: { language }, headers })
      return [body.language, body.fields[0]!.title]
    }
    expect(await titleIn({}, 'fr')).toEqual(['fr', 'Naissance'])
    expect(await titleIn({ 'accept-language': 'fr-CA,en;q=0.5' })).toEqual(['fr', 'Naissance'])
    expect(await titleIn({ 'accept-language': 'es' }, 'es')).toEqual(['en', 'born'])
  })

  test("labels filters in the visitor's language, and omits those with displayInUi off", async () => {
    const view = await create({
      displayedFields: shown('party', 'born'),
      filterFields: [
        {
          dataFieldId: people.party!,
          filterLabel: 'Side',
          filterLabelTranslations: { fr: 'Camp' },
          selectAllText: 'Any side',
          selectAllTextTranslations: { fr: 'Tous les camps' },
        },
        { dataFieldId: people.born!, displayInUi: false },
      ],
    })
    const filterLabelsIn = async (language: 'en' | 'fr') => {
      const open = await visitor.ok(viewsApi.publicGet, { params: of(view.id), query: { language } })
      return open.filterFields.map(({ columnName, label, selectAllText }) => [
        columnName,
        label,
        selectAllText,
      ])
    }
    expect(await filterLabelsIn('en')).toEqual([['party', 'Side', 'Any side']])
    expect(await filterLabelsIn('fr')).toEqual([['party', 'Camp', 'Tous les camps']])
  })

  test('is cached until the next write, and answers 304 if unchanged', async () => {
    const view = await create({ filter: { field: 'name', op: 'startsWith', value: 'Kept' } })
    const get = (headers = {}) =>
      visitor.call(viewsApi.publicQuery, { params: of(view.id), body: {}, headers })
    const first = await get()
    expect(first.headers['cache-control']).toContain('public')
    expect(first.headers['access-control-allow-origin']).toBe('*')
    expect((await get({ 'if-none-match': first.headers.etag })).status).toBe(304)
    await make({ name: 'Kept one' })
    const second = await get({
      'if-none-match': first.headers.etag,
      origin: 'https://elsewhere.example',
      cookie: 'a=b',
    })
    expect(second.status).toBe(200)
    expect(namesOf(second.body.items)).toEqual(['Kept one'])
  })

  test('includes the total only with showCount', async () => {
    const filter = { field: 'score', op: 'is', value: 8_642 } as const
    for (const name of ['Eve', 'Flo', 'Gil']) await make({ name, score: 8_642 })
    const totalWith = async (displayOptions: object) =>
      (await query((await create({ filter, displayOptions })).id)).total
    expect(await totalWith({ showCount: true, pageSize: 2 })).toBe(3)
    expect(await totalWith({ pageSize: 2 })).toBeNull()
  })

  test('says which field is the name, so that pages do not show it twice', async () => {
    const nameFieldOf = async (...columns: string[]) => {
      const { id } = await create({ displayedFields: shown(...columns) })
      const open = await visitor.ok(viewsApi.publicGet, { params: of(id), query: {} })
      return open.recordNameDataFieldId
    }
    expect(await nameFieldOf('name', 'born')).toBe(people.name)
    expect(await nameFieldOf('born')).toBeNull()
  })

  test('names records by its name field, and finds them by its URL field', async () => {
    const record = await make({ name: 'Cleo', email: 'cleo@example.org' })
    const view = await create({
      type: 'detail',
      recordNameDataFieldId: people.email!,
      urlDataFieldId: people.name!,
      filter: { field: 'name', op: 'is', value: 'Cleo' },
    })
    const get = (named: string) =>
      visitor.ok(viewsApi.publicRecord, { params: { ...of(view.id), record: named }, query: {} })
    expect((await get('Cleo')).items).toMatchObject([{ id: record.id, name: 'cleo@example.org' }])
    expect((await get(String(record.id))).items).toHaveLength(1)
    const other = await make({ name: 'Dora' })
    for (const named of [String(other.id), 'Dora', 'nobody', '-1']) {
      const params = { ...of(view.id), record: named }
      expect((await visitor.refused(viewsApi.publicRecord, { params, query: {} })).code).toBe('not_found')
    }
  })
})

describe('a referenced record', () => {
  const field = (dataCollectionId: number, title: string) =>
    admin.call(collectionsApi.createField, {
      params: { ...team(), dataCollectionId },
      body: { title, dataType: 'plain_text' },
    })
  const paint = (dataRecordId: number, color: string) =>
    admin.ok(recordsApi.update, { params: { ...team(), dataRecordId }, body: { values: { color } } })

  test('has its colour if it is a choice, else only its name', async () => {
    for (const id of [world.parties, world.places]) await field(id, 'color')
    const [party, place] = [world.partyIds[0]!, world.placeIds[0]!]
    await paint(party, '#336699')
    await paint(place, '#996633')
    await make({ name: 'Cy', score: 4_711, party, home: place })
    const view = await create({
      displayedFields: shown('party', 'home'),
      filter: { field: 'score', op: 'is', value: 4_711 },
    })
    const { linked } = await query(view.id)
    expect(linked[party]).toEqual({
      name: 'Greens',
      avatar: null,
      dataCollectionId: world.parties,
      color: '#336699',
    })
    expect(linked[place]).toEqual({ name: 'Paris', avatar: null, dataCollectionId: world.places })
  })

  test("has its name in the visitor's language if it is a collection", async () => {
    await admin.ok(collectionsApi.update, {
      params: { ...team(), dataCollectionId: world.places },
      body: { pluralNameTranslations: { fr: 'Lieux' } },
    })
    await make({ name: 'Di', score: 4_712, topic: world.places, topics: [world.places, world.people] })
    const view = await create({
      displayedFields: shown('topic', 'topics'),
      filter: { field: 'score', op: 'is', value: 4_712 },
    })
    const named = (linked: Record<string, { name: string }>) =>
      Object.entries(linked).map(([key, { name }]) => [key, name])
    expect(named((await query(view.id)).linked).sort()).toEqual(
      [
        [collectionKey(world.people), 'Persons'],
        [collectionKey(world.places), 'Places'],
      ].sort(),
    )
    const { linked } = await query(view.id, { language: 'fr' })
    expect(linked[collectionKey(world.places)]?.name).toBe('Lieux')
    // Values of fields that are not shown have no names.
    const other = await create({ displayedFields: shown('born'), filter: view.filter })
    expect((await query(other.id)).linked).toEqual({})
  })
})

test('only files in shown fields can be fetched', async () => {
  const upload = async (name: string, text: string) => {
    const { body } = await admin.inject({
      method: 'POST',
      url: `/api/teams/${world.team.teamId}/files?name=${name}`,
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.from(text),
    })
    return JSON.parse(body) as { id: string; url: string }
  }
  const [paper, film] = [await upload('paper.txt', 'A paper'), await upload('film.txt', 'A film')]
  await make({ name: 'Filed', papers: [paper.id] })
  await make({ name: 'Elsewhere', papers: [film.id] })
  const view = await create({
    displayedFields: shown('papers'),
    filter: { field: 'name', op: 'is', value: 'Filed' },
  })
  const { items } = await query(view.id)
  const [file] = items[0]!.values.papers as [{ url: string }]
  expect(file.url).toBe(
    `/api/public/teams/${world.team.teamId}/dataViews/${view.publicKey}/files/${paper.id}`,
  )
  const fetched = await visitor.inject({ url: file.url })
  expect([fetched.statusCode, fetched.body]).toEqual([200, 'A paper'])
  expect(fetched.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect((await visitor.inject({ url: paper.url })).statusCode).toBe(401)
  expect((await visitor.inject({ url: file.url.replace(paper.id, film.id) })).statusCode).toBe(404)
  const without = await create({ displayedFields: shown('name') })
  expect(
    (await visitor.inject({ url: file.url.replace(`/${view.publicKey}/`, `/${without.publicKey}/`) }))
      .statusCode,
  ).toBe(404)
})

describe('the URL of a record', () => {
  const own = 'https://example.org/ana'
  let [ana, bo]: { id: number }[] = []
  let settings: Create
  beforeAll(async () => {
    const field = await admin.ok(collectionsApi.createField, {
      params: { ...team(), dataCollectionId: world.people },
      body: { title: 'Homepage', dataType: 'url' },
    })
    const place = { line1: '1 Main Street', lat: 10, lng: 20 }
    const common = { score: 31_337, born: '1980-03-01', address: place }
    ana = await make({ name: 'Ana', homepage: own, ...common })
    bo = await make({ name: 'Bo', homepage: null, ...common })
    settings = {
      filter: { field: 'score', op: 'is', value: 31_337 },
      sort: [{ field: 'name', direction: 'asc' }],
      displayedFields: shown('born'),
      itemUrl: 'https://example.org/people/{id}',
      itemUrlOverrideDataFieldId: field.id,
    }
  })
  const url = (id: number, ending = '') =>
    `/api/public/teams/${world.team.teamId}/dataViews/${of(id).publicKey}${ending}`

  test("is the record's own if it has one, in pages and in JSON", async () => {
    const view = await create(settings)
    const open = await visitor.ok(viewsApi.publicGet, { params: of(view.id), query: {} })
    expect(open).toMatchObject({ itemUrl: 'https://example.org/people/{id}', itemUrlOverride: 'homepage' })
    expect((await query(view.id)).items.map(({ values }) => values.homepage)).toEqual([own, null])
    const { items } = JSON.parse((await visitor.inject({ url: url(view.id, '.json') })).body)
    expect(items).toMatchObject([{ url: own }, { url: `https://example.org/people/${bo?.id}` }])

    const { id } = await create({ ...settings, itemUrl: '', itemUrlOverrideDataFieldId: null })
    const plain = JSON.parse((await visitor.inject({ url: url(id, '.json') })).body)
    expect(plain.items).toMatchObject([{ url: null }, { url: null }])
    expect(Object.keys(plain.items[0].values)).toEqual(['born'])
  })

  test('is sent with events and places, which have no values', async () => {
    const calendar = await create({
      ...settings,
      type: 'calendar',
      eventStartDataFieldId: people.born!,
      displayOptions: { isYearly: true },
    })
    const body = { from: '1980-02-01', to: '1980-04-01' }
    const { events, urls } = await visitor.ok(viewsApi.publicCalendar, { params: of(calendar.id), body })
    expect(events.map(({ id }) => id).sort()).toEqual([ana?.id, bo?.id])
    expect(urls).toEqual({ [String(ana?.id)]: own })
    const lines = (await visitor.inject({ url: url(calendar.id, '.ics') })).body.split('\r\n')
    expect(lines.filter((line) => line.startsWith('URL')).sort()).toEqual([
      `URL;VALUE=URI:${own}`,
      `URL;VALUE=URI:https://example.org/people/${bo?.id}`,
    ])
    const map = await create({ ...settings, type: 'map', mapLocationDataFieldId: people.address! })
    const places = await visitor.ok(viewsApi.publicMap, { params: of(map.id), body: {} })
    expect([places.ids, places.urls]).toEqual([[ana?.id, bo?.id], { [String(ana?.id)]: own }])
    const without = await create({ type: 'map', mapLocationDataFieldId: people.address! })
    expect((await visitor.ok(viewsApi.publicMap, { params: of(without.id), body: {} })).urls).toBeUndefined()
  })

  test('the view has a redirect URL and a translated message for missing records', async () => {
    const view = await create({
      type: 'detail',
      missingRecordRedirectUrl: 'https://example.org/gone',
      missingRecordMessage: 'Nobody of that name.',
      missingRecordMessageTranslations: { fr: 'Personne de ce nom.' },
    })
    const params = { ...of(view.id), record: 'nobody' }
    expect((await visitor.refused(viewsApi.publicRecord, { params, query: {} })).code).toBe('not_found')
    const missingRecordIn = async (language: 'en' | 'fr') => {
      const open = await visitor.ok(viewsApi.publicGet, { params: of(view.id), query: { language } })
      return [open.missingRecordRedirectUrl, open.missingRecordMessage]
    }
    expect(await missingRecordIn('en')).toEqual(['https://example.org/gone', 'Nobody of that name.'])
    expect(await missingRecordIn('fr')).toEqual(['https://example.org/gone', 'Personne de ce nom.'])
  })
})

describe('a public view as a download', () => {
  test('CSV starts with names, and escapes formulas', async () => {
    await make({ name: '=1+1', score: 777, party: world.partyIds[1] })
    const view = await create({
      displayedFields: shown('party', 'score'),
      filter: { field: 'score', op: 'is', value: 777 },
    })
    const { body, headers } = await visitor.inject({
      url: `/api/public/teams/${world.team.teamId}/dataViews/${view.publicKey}.csv`,
    })
    expect(headers['content-type']).toContain('text/csv')
    expect(body).toBe("\ufeffname,party,score\n'=1+1,Blues,777\n".replace('name', 'Name'))
  })

  test('JSON has the same records as a query', async () => {
    const view = await create({ displayedFields: shown('born'), sort: [{ field: 'name', direction: 'asc' }] })
    const { body } = await visitor.inject({
      url: `/api/public/teams/${world.team.teamId}/dataViews/${view.publicKey}.json`,
    })
    const { items, linked } = await query(view.id)
    expect(JSON.parse(body)).toMatchObject({ items, linked, fields: [{ columnName: 'born' }] })
  })
})

describe('calendars', () => {
  test('a public one has events, and recurrence rules in its file', async () => {
    const ana = await make({ name: 'Leap; day', born: '1988-02-29', score: 4242 })
    const view = await create({
      type: 'calendar',
      eventStartDataFieldId: people.born!,
      displayOptions: { isYearly: true },
      filter: { field: 'score', op: 'is', value: 4242 },
      itemUrl: 'https://example.org/people/{id}',
    })
    const { events } = await visitor.ok(viewsApi.publicCalendar, {
      params: of(view.id),
      body: { from: '2023-02-01', to: '2023-03-01' },
    })
    expect(events).toEqual([{ id: ana.id, name: 'Leap; day', start: '2023-02-28' }])
    const { body, headers } = await visitor.inject({
      url: `/api/public/teams/${world.team.teamId}/dataViews/${view.publicKey}.ics`,
    })
    expect(headers['content-type']).toContain('text/calendar')
    const lines = body.split('\r\n')
    expect(lines).toContain(`UID:record-${ana.id}.view-${view.id}.team-${world.team.teamId}@muster`)
    expect(lines).toContain('DTSTART;VALUE=DATE:19880229')
    expect(lines).toContain('DTEND;VALUE=DATE:19880301')
    expect(lines).toContain('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1')
    expect(lines).toContain('SUMMARY:Leap\\; day')
    expect(lines).toContain(`URL;VALUE=URI:https://example.org/people/${ana.id}`)
    const missing = await visitor.refused(viewsApi.publicCalendar, {
      params: of(view.id),
      body: { from: '2023-02-01' },
    })
    expect(missing.errors).toEqual([{ path: 'to', code: 'required' }])
  })

  test('events by year are on 1 January and show their year, in files as well', async () => {
    const field = await admin.ok(collectionsApi.createField, {
      params: { ...team(), dataCollectionId: world.people },
      body: { title: 'Founded', dataType: 'number' },
    })
    const year = new Date().getUTCFullYear()
    const made = await make({ name: 'Museum', founded: year, score: 5353 })
    await make({ name: 'Antiquity', founded: -44, score: 5353 })
    const view = await create({
      type: 'calendar',
      eventStartDataFieldId: field.id,
      eventEndDataFieldId: field.id,
      filter: { field: 'score', op: 'is', value: 5353 },
    })
    const { events } = await visitor.ok(viewsApi.publicCalendar, {
      params: of(view.id),
      body: { from: `${year - 1}-12-28`, to: `${year}-02-01` },
    })
    expect(events).toEqual([{ id: made.id, name: 'Museum', start: `${year}-01-01`, year }])
    const url = `/api/public/teams/${world.team.teamId}/dataViews/${view.publicKey}.ics`
    const lines = (await visitor.inject({ url })).body.split('\r\n')
    expect(lines).toContain(`SUMMARY:Museum (${year})`)
    expect(lines).toContain(`DTSTART;VALUE=DATE:${year}0101`)
    expect(lines).toContain(`DTEND;VALUE=DATE:${year}0102`)
    expect(lines.filter((line) => line.startsWith('SUMMARY'))).toHaveLength(1)
  })

  test('one that is not public has a feed URL that its creator can revoke', async () => {
    await make({ name: 'Meeting', seen_at: new Date(Date.now() + 86_400_000).toISOString() })
    const view = await create({
      type: 'calendar',
      isVisibleExternally: false,
      eventStartDataFieldId: people.seen_at!,
      filter: { field: 'name', op: 'is', value: 'Meeting' },
    })
    expect(await member.ok(viewsApi.getFeed, { params: at(view.id) })).toEqual({ feed: null })
    const { url } = await member.ok(viewsApi.createFeed, { params: at(view.id) })
    const read = async (address: string) => visitor.inject({ url: new URL(address).pathname })
    expect((await read(url)).body).toContain('SUMMARY:Meeting')
    expect((await member.ok(viewsApi.getFeed, { params: at(view.id) })).feed?.lastUsedAt).toBeTruthy()
    const { rows } = await deps.pool.query('select token_hash from muster.view_feed')
    expect(url).not.toContain((rows[0]!.token_hash as Buffer).toString('base64url'))
    const { url: next } = await member.ok(viewsApi.createFeed, { params: at(view.id) })
    expect((await read(url)).statusCode).toBe(404)
    expect((await read(next)).statusCode).toBe(200)
    const limitExports = async (isLimited: boolean) => {
      await deps.pool.query('update muster.team set limits_exports = $2 where id = $1', [
        world.team.teamId,
        isLimited,
      ])
      await deps.models.changed(world.team.teamId)
    }
    await limitExports(true)
    expect((await read(next)).statusCode).toBe(403)
    expect((await member.refused(viewsApi.createFeed, { params: at(view.id) })).code).toBe('access_denied')
    await limitExports(false)
    expect((await read(next)).statusCode).toBe(200)
    await member.ok(viewsApi.removeFeed, { params: at(view.id) })
    expect((await read(next)).statusCode).toBe(404)
    const list = await create({})
    expect((await member.refused(viewsApi.createFeed, { params: at(list.id) })).code).toBe(
      'validation_failed',
    )
  })
})
