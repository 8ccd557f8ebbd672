/** Imports that update records, resolve links, are checked first, and are undone as a whole. */
import { importsApi } from '@muster/contract/imports/imports.api'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { Grant } from '../../../test/a-team.ts'
import { importer } from '../../../test/importing.ts'
import { workbook, zipFile } from '../../../test/zip-file.ts'
import { aCollection, admin, deps, field, files, upsert, withApp, world } from './imports.test-support.ts'

withApp()

describe('rows that match records', () => {
  it('update values that differ, skip empty cells, and are undone with the rest', async () => {
    const first = await files.checkedRun(
      await files.upload(
        'name,email,score,phone\nAna,ana@match.org,1,+14155552671\nBen,ben@match.org,2,\nCay,cay@match.org,3,',
        world.people,
      ),
    )
    const before = await files.state(world.people)
    const file = await files.upload(
      'name,email,score,phone\nAna,ANA@match.org,1,\nBen B,ben@match.org,,+14155552672\nCay,cay@match.org,3,\nDee,dee@match.org,4,',
      world.people,
    )
    const done = await files.checkedRun(file, upsert)
    // Ana's address differs in case, which counts as a change.
    expect(done).toMatchObject({ created: 1, updated: 2, unchanged: 1, rejected: 0 })
    const found = new Map((await files.state(world.people)).map(({ name, values }) => [name, values]))
    expect(found.get('Ana')).toMatchObject({ score: 1, phone: '+14155552671' })
    expect(found.get('Ben B')).toMatchObject({ score: 2, phone: '+14155552672' })
    expect(found.get('Dee')).toMatchObject({ score: 4 })
    await files.undo(done)
    expect(await files.state(world.people)).toEqual(before)
    await files.undo(first)
  })

  it('clear values by empty cells if requested, but not required ones', async () => {
    const places = await aCollection('Harbour', [
      field('code', 'plain_text', { isUnique: true, isRequired: true }),
      field('depth', 'number'),
    ])
    await files.checkedRun(await files.upload('name,code,depth\nA,a,5\nB,b,6', places))
    const file = await files.upload('name,code,depth\n,a,\nB2,b,7', places)
    const choices = { mode: 'update', matchBy: ['code'], emptyCells: 'clear' } as const
    const done = await files.checkedRun(file, choices)
    expect(done).toMatchObject({ updated: 2, rejected: 0 })
    expect((await files.state(places)).map(({ values }) => [values.name, values.depth])).toEqual([
      [null, null],
      ['B2', 7],
    ])
    // Without the required field, a record cannot be created, but one can be updated by its name.
    const missing = await files.upload('name,depth\nB2,8\nNew,9', places)
    const partly = await files.checkedRun(missing, { mode: 'createAndUpdate', matchBy: ['name'] })
    expect(partly).toMatchObject({ created: 0, updated: 1, rejected: 1 })
    expect(partly.rejectSamples).toEqual([{ line: 3, column: 'code', code: 'required', value: '' }])
  })

  it('change the same for a caller whose rights to a field depend on the record', async () => {
    const columns =
      'name,email,score,weight,price,is_member,born,seen_at,payment,party,parties,home,phone,notes'
    const first = await files.checkedRun(
      await files.upload(
        [
          columns,
          'Ana,ana@rule.org,12,1.5,12.50 USD,true,1990-02-28,2024-05-01T10:00:00Z,paid,Greens,"Greens, Blues",Paris,+14155552671,<b>x</b>',
          'Ben,ben@rule.org,7,2,3 EUR,false,2001-01-01,,,Blues,,,,',
          'Cay,cay@rule.org,1,,,,,,,,,,,',
        ].join('\n'),
        world.people,
      ),
    )
    const file = [
      columns,
      'Ana,ana@rule.org,12,1.50,12.5 EUR,true,1990-02-28,2024-05-01T10:00:00Z,paid,Greens,"Blues, Greens",Paris,+14155552671,<i>x</i>',
      'Ben,ben@rule.org,8,2,3 EUR,false,,,,,Blues,Paris,,',
      'Cay,cay@rule.org,1,,,,,,,,,,,',
    ].join('\n')
    await world.team.setMemberGrants([])
    const fieldIds = await world.fieldIds(world.people)
    const grants: Grant[] = [
      { permission: 'update_data_field_data', dataCollectionId: world.people },
      { permission: 'read_data_field_data', dataCollectionId: world.places },
      { permission: 'read_data_field_data', dataCollectionId: world.parties },
      ...Object.entries(fieldIds).map(([name, dataFieldId]) => ({
        permission: 'read_data_field_data' as const,
        dataFieldId,
        ...(name === 'score' && { rowFilter: { field: 'email', op: 'isNotEmpty' } }),
      })),
    ]
    const limited = importer(deps, admin.as(await world.team.user({ grants })), world.team.teamId)
    for (const emptyCells of ['keep', 'clear'] as const) {
      const choices = { mode: 'update', matchBy: ['email'], emptyCells } as const
      const results = []
      for (const person of [files, limited]) {
        const done = await person.checkedRun(await person.upload(file, world.people), choices)
        results.push({
          updated: done.updated,
          unchanged: done.unchanged,
          state: await files.state(world.people),
        })
        await person.undo(done)
      }
      expect(results[0]).toMatchObject({ updated: 2, unchanged: 1 })
      expect(results[1]).toEqual(results[0])
    }
    await files.undo(first)
  })

  it('match by several fields together, and are rejected if several records match or none', async () => {
    const seats = await aCollection('Seat', [
      field('state', 'plain_text'),
      field('district', 'number'),
      field('holder', 'plain_text'),
    ])
    await files.checkedRun(
      await files.upload('state,district,holder\nTX,1,A\nTX,2,B\nWA,,C\nOR,1,D\nOR,1,E', seats),
    )
    const file = await files.upload('state,district,holder\ntx,2,B2\nWA,,C2\nOR,1,F\nNV,1,G', seats)
    const done = await files.checkedRun(file, { mode: 'update', matchBy: ['state', 'district'] })
    expect(done).toMatchObject({ created: 0, updated: 2, rejected: 2 })
    expect(done.rejectSamples.map(({ line, code }) => [line, code])).toEqual([
      [4, 'several_matches'],
      [5, 'no_match'],
    ])
  })

  it('make the records members of the target child', async () => {
    const made = await files.checkedRun(await files.upload('name,email\nMo,mo@child.org', world.people))
    const before = await files.state(world.people)
    const file = await files.upload('name,email\nMo,mo@child.org\nNew,new@child.org', world.board)
    const done = await files.checkedRun(file, upsert)
    expect(done).toMatchObject({ created: 1, updated: 1, unchanged: 0 })
    for (const child of [world.board, world.staff])
      expect((await files.state(child)).map(({ name }) => name)).toEqual(['Mo', 'New'])
    expect(
      await files.checkedRun(await files.upload('name,email\nMo,mo@child.org', world.board), upsert),
    ).toMatchObject({
      unchanged: 1,
      updated: 0,
    })
    await files.undo(done)
    expect(await files.state(world.people)).toEqual(before)
    await files.undo(made)
  })

  it('that occur twice in the file are imported once or not at all', async () => {
    const text = 'name,email\nA,twin@dup.org\nB,other@dup.org\nC,TWIN@dup.org'
    const once = await files.checkedRun(await files.upload(text, world.people), upsert)
    expect(once).toMatchObject({ created: 2, rejected: 1 })
    expect(once.rejectSamples).toMatchObject([{ line: 4, code: 'duplicate_in_file' }])
    await files.undo(once)
    const none = await files.checkedRun(await files.upload(text, world.people), {
      ...upsert,
      duplicates: 'reject',
    })
    expect(none).toMatchObject({ created: 1, rejected: 2 })
    await files.undo(none)
  })
})

describe('cells that name records', () => {
  it('look them up by a unique field, split by the separator, and rejected if ambiguous', async () => {
    const members = await aCollection('Member', [field('code', 'plain_text', { isUnique: true })])
    const teams = await aCollection('Crew', [
      field('lead', 'single_data_record', { settings: { dataCollectionId: members } }),
      field('all', 'multi_data_record', { settings: { dataCollectionId: members } }),
    ])
    await files.checkedRun(await files.upload('name,code\nAda,A1\nBob,B2\nBob,B3', members))
    const byName = new Map((await files.state(members)).map(({ id, values }) => [values.code, id]))
    const file = await files.upload('name,lead,all\nX,b2,A1/B3\nY,A1,B2/Z9\nZ,,', teams)
    const columns = [
      { index: 0, columnName: 'name' },
      { index: 1, columnName: 'lead', linkBy: 'code' },
      { index: 2, columnName: 'all', linkBy: 'code', separator: '/' },
    ]
    const done = await files.checkedRun(file, { columns })
    expect(done).toMatchObject({ created: 2, rejected: 1 })
    expect(done.rejectSamples).toMatchObject([
      { line: 3, column: 'all', code: 'unknown_record', value: 'B2/Z9' },
    ])
    const [x] = await files.state(teams)
    expect(x?.values).toMatchObject({ lead: byName.get('B2'), all: [byName.get('A1'), byName.get('B3')] })
    // Two records are named Bob; no record has the id 999999.
    const doubt = await files.checkedRun(await files.upload('name,lead\nV,Bob\nW,#999999\nU,Ada', teams))
    expect(doubt.rejectSamples.map(({ code }) => code)).toEqual(['several_matches', 'unknown_record'])
    expect(doubt.created).toBe(1)
  })

  it('are left empty, or create each record once and only for imported rows', async () => {
    const text = 'name,email,party,parties\nA,a@new.org,Reds,Reds; Golds\nB,b@new.org,reds,\nC,bad,Pinks,'
    const choices = (unknown: string) => ({
      columns: [
        { index: 0, columnName: 'name' },
        { index: 1, columnName: 'email' },
        { index: 2, columnName: 'party', unknown },
        { index: 3, columnName: 'parties', unknown },
      ],
    })
    const before = await files.state(world.parties)
    const refused = await files.check(await files.upload(text, world.people), choices('reject'))
    expect(refused.check).toMatchObject({ created: 0, rejected: 3, choicesCreated: 0 })
    const emptied = await files.checkedRun(await files.upload(text, world.people), choices('empty'))
    expect(emptied).toMatchObject({ created: 2, rejected: 1, choicesCreated: 0 })
    await files.undo(emptied)
    const file = await files.upload(text, world.people)
    const checked = await files.check(file, choices('create'))
    expect(checked.check?.choiceSamples).toEqual([
      { column: 'party', name: 'Reds' },
      { column: 'parties', name: 'Golds' },
    ])
    expect(await files.state(world.parties)).toEqual(before)
    const made = await files.checkedRun(file, choices('create'))
    expect(made).toMatchObject({ created: 2, rejected: 1, choicesCreated: 2 })
    const parties = await files.state(world.parties)
    expect(parties.map(({ name }) => name).slice(before.length)).toEqual(['Reds', 'Golds'])
    const people = await files.state(world.people)
    expect(people.slice(-2).map(({ values }) => values.party)).toEqual([
      parties.at(-2)?.id,
      parties.at(-2)?.id,
    ])
    await files.undo(made)
    expect(await files.state(world.parties)).toEqual(before)
  })

  it('update links of existing records, and an undo restores the previous ones in order', async () => {
    const made = await files.checkedRun(
      await files.upload('name,email,visited\nLi,li@links.org,Paris; Lima\nMa,ma@links.org,', world.people),
    )
    const before = await files.state(world.people)
    const text = 'name,email,visited\nLi,li@links.org,Oslo; Paris; Atlantis\nMa,ma@links.org,Rome'
    const columns = [
      { index: 0, columnName: 'name' },
      { index: 1, columnName: 'email' },
      { index: 2, columnName: 'visited', unknown: 'create' },
    ]
    const places = await files.state(world.places)
    const done = await files.checkedRun(await files.upload(text, world.people), { ...upsert, columns })
    expect(done).toMatchObject({ updated: 2, choicesCreated: 1 })
    const names = new Map((await files.state(world.places)).map(({ id, name }) => [id, name]))
    const visited = (await files.state(world.people))
      .slice(-2)
      .map(({ values }) => (values.visited as number[]).map((id) => names.get(id)))
    expect(visited).toEqual([['Oslo', 'Paris', 'Atlantis'], ['Rome']])
    await files.undo(done)
    expect(await files.state(world.people)).toEqual(before)
    expect(await files.state(world.places)).toEqual(places)
    await files.undo(made)
  })

  it('create choices and links of new fields, as a check predicts', async () => {
    const list = await aCollection('Rank', [], { IsUsedAsCustomList: true })
    const clubs = await aCollection('Club', [field('code', 'plain_text', { isUnique: true })])
    await files.run(await files.upload('name,code\nChess,C1\nGo,G1', clubs))
    const done = await files.checkedRun(
      await files.upload('name,rank,club\nAda,gold,C1\nBob,silver,G1\nCyd,gold,', world.people),
      {
        columns: [
          { index: 0, columnName: 'name' },
          {
            index: 1,
            newField: {
              title: 'Rank of import',
              dataType: 'single_selection_from_list',
              settings: { listId: list },
            },
            unknown: 'create',
          },
          {
            index: 2,
            newField: {
              title: 'Club of import',
              dataType: 'single_data_record',
              settings: { dataCollectionId: clubs },
            },
            linkBy: 'code',
          },
        ],
      },
    )
    expect(done).toMatchObject({ created: 3, rejected: 0, choicesCreated: 2 })
    const [items, made] = [await files.state(list), await files.state(clubs)]
    expect(items.map(({ name }) => name).sort()).toEqual(['gold', 'silver'])
    const nameOf = (all: typeof items, id: unknown) => all.find((one) => one.id === id)?.name
    const rows = (await files.state(world.people)).slice(-3)
    expect(
      rows.map(({ values }) => [nameOf(items, values.rank_of_import), nameOf(made, values.club_of_import)]),
    ).toEqual([
      ['gold', 'Chess'],
      ['silver', 'Go'],
      ['gold', undefined],
    ])
    // As any new link, it is listed on the pages of what it leads to.
    const { cards } = await world.model()
    expect([...cards.values()].filter(({ isReverse }) => isReverse)).toMatchObject([
      { dataCollectionId: clubs, isReverse: true },
    ])
    await files.undo(done)
  })

  it('are rejected if their options are invalid', async () => {
    const file = await files.upload('name,home\nA,Paris', world.people)
    const params = { teamId: world.team.teamId, importId: file.id }
    const code = async (columns: object[], more: object = {}) =>
      (await admin.refused(importsApi.check, { params, body: { columns, ...more } as never })).errors?.[0]
    const name = { index: 0, columnName: 'name' }
    expect(await code([{ ...name, unknown: 'create' }])).toMatchObject({ path: 'columns.0.unknown' })
    expect(await code([{ index: 1, columnName: 'home', linkBy: 'nothing' }])).toMatchObject({
      path: 'columns.0.linkBy',
    })
    expect(await code([name], { mode: 'update' })).toMatchObject({ path: 'matchBy', code: 'required' })
    expect(await code([name], { mode: 'update', matchBy: ['home'] })).toMatchObject({ path: 'matchBy.0' })
  })
})

describe('a check', () => {
  it('predicts changes of each value, including those of a new field', async () => {
    const made = await files.checkedRun(
      await files.upload('name,email,score\nEve,eve@check.org,1', world.people),
    )
    const file = await files.upload(
      'name,email,score,Shoe\nEve,eve@check.org,2,40\nFay,fay@check.org,1,',
      world.people,
    )
    const columns = [
      ...['name', 'email', 'score'].map((columnName, index) => ({ index, columnName })),
      { index: 3, newField: { title: 'Shoe', dataType: 'number' } },
    ]
    const { check } = await files.check(file, { ...upsert, columns })
    expect(check).toMatchObject({
      created: 1,
      updated: 1,
      createSamples: [{ line: 3, cells: ['Fay', 'fay@check.org', '1', ''] }],
      updateSamples: [{ line: 2, name: 'Eve', changes: [{ columnName: 'score', before: '1', after: '2' }] }],
    })
    const model = await world.model()
    expect(model.collections.get(world.people)?.fieldsByColumn.has('shoe')).toBe(false)
    const done = await files.run(file, { ...upsert, columns })
    expect(done).toMatchObject({ created: 1, updated: 1, rejected: 0 })
    await files.undo(done)
    await files.undo(made)
  })

  it('can be cancelled, and leaves the import ready', async () => {
    const file = await files.upload('name\nA', world.people)
    const params = { teamId: world.team.teamId, importId: file.id }
    await admin.ok(importsApi.check, {
      params,
      body: { columns: [{ index: 0, columnName: 'name' }] } as never,
    })
    expect(await admin.ok(importsApi.cancel, { params })).toMatchObject({ status: 'ready', check: null })
  })
})

it('saves choices under a name for the next file with the same titles', async () => {
  const columns = [
    { index: 0, columnName: 'email' },
    { index: 1, columnName: 'name' },
    { index: 2, newField: { title: 'Nick', dataType: 'plain_text' } },
  ]
  const text = 'Mail,Who,Nick\na@saved.org,A,x'
  const done = await files.run(await files.upload(text, world.people), {
    ...upsert,
    columns,
    saveAs: 'Newsletter',
  })
  const params = { teamId: world.team.teamId, dataCollectionId: world.people }
  const { items } = await admin.ok(importsApi.mappings, { params })
  expect(items).toMatchObject([
    {
      name: 'Newsletter',
      headers: ['Mail', 'Nick', 'Who'],
      mode: 'createAndUpdate',
      matchBy: ['email'],
      columns: [
        { header: 'Mail', columnName: 'email' },
        { header: 'Who', columnName: 'name' },
        { header: 'Nick', columnName: 'nick' },
      ],
    },
  ])
  // They are hidden from importers who may not read one of the fields.
  const fieldIds = await world.fieldIds(world.people)
  await world.team.setMemberGrants([])
  for (const [columns, found] of [
    [['name', 'email'], 0],
    [['name', 'email', 'nick'], 1],
  ] as const) {
    const grants: Grant[] = columns.map((column) => ({
      permission: 'read_data_field_data',
      dataFieldId: fieldIds[column]!,
    }))
    grants.push({ permission: 'update_data_field_data', dataCollectionId: world.people })
    const importer = admin.as(await world.team.user({ grants }))
    expect((await importer.ok(importsApi.mappings, { params })).items).toHaveLength(found)
  }
  await admin.ok(importsApi.deleteMapping, { params: { ...params, importMappingId: items[0]?.id as number } })
  expect((await admin.ok(importsApi.mappings, { params })).items).toEqual([])
  await files.undo(done)
})

describe('a workbook', () => {
  it('is imported from the chosen sheet', async () => {
    const row = (n: number, cells: string) => `<row r="${n}">${cells}</row>`
    const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
    const head = row(1, text('A1', 'name') + text('B1', 'score') + text('C1', 'born'))
    const body = row(2, `${text('A2', '=cmd()')}<c r="B2"><v>41</v></c><c r="C2" s="1"><v>36526</v></c>`)
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    const book = workbook({ Notes: row(1, text('A1', 'nothing')), People: head + body }, styles)
    const first = await files.upload(book, world.people, 'book.xlsx')
    expect(first).toMatchObject({ sheets: [{ name: 'Notes' }, { name: 'People' }], sheet: 0 })
    const params = { teamId: world.team.teamId, importId: first.id }
    const chosen = await admin.ok(importsApi.reread, { params, body: { sheet: 1 } })
    expect(chosen).toMatchObject({
      sheet: 1,
      rowCount: 1,
      columns: [{ header: 'name' }, {}, { guessedType: 'date' }],
    })
    const done = await files.checkedRun(chosen)
    expect((await files.state(world.people)).at(-1)).toMatchObject({
      name: '=cmd()',
      values: { score: 41, born: '2000-01-01' },
    })
    await files.undo(done)
  })

  it('is rejected if it unpacks too large, and is deleted', async () => {
    const bomb = zipFile([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(64 * 1024 ** 2) }])
    const answer = await files.send(bomb, world.people, 'bomb.xlsx')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'file_unpacks_too_large', status: 422 })
    const { items } = await admin.ok(importsApi.list, { params: { teamId: world.team.teamId } })
    expect(items.filter(({ fileName }) => fileName === 'bomb.xlsx')).toEqual([])
  })
})

it("removes an export's escapes of formulas", async () => {
  const done = await files.checkedRun(
    await files.upload("name,phone\n'=1+1,'+14155552671\n'tis,", world.people),
  )
  expect((await files.state(world.people)).slice(-2)).toMatchObject([
    { name: '=1+1', values: { phone: '+14155552671' } },
    { name: "'tis" },
  ])
  await files.undo(done)
})

it('imports formulas as text, and escapes them in the rejects file', async () => {
  const text = 'name,score\n=HYPERLINK("http://x"),1\n+1+cmd,2\n=1+1,many'
  const done = await files.checkedRun(
    await files.upload(text.replace('=HYPERLINK("http://x")', '"=HYPERLINK(""http://x"")"'), world.people),
  )
  expect((await files.state(world.people)).slice(-2).map(({ name }) => name)).toEqual([
    '=HYPERLINK("http://x")',
    '+1+cmd',
  ])
  const [, row = []] = parse(await files.rejects(done)) as string[][]
  expect(row).toEqual(["'=1+1", 'many', '4', 'score', 'Enter a number.'])
  await files.undo(done)
})
