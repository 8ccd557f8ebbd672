/** Imports the sample tables of US legislators, exports them, and imports the exports. */
import fs from 'node:fs'
import { exportsApi } from '@muster/contract/exports/exports.api'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { tasksOf } from '../../tasks.ts'
import { aCollection, admin, deps, field, files, withApp, world } from './imports.test-support.ts'

withApp()

describe('the sample tables of legislators', () => {
  const sample = (name: string) =>
    fs.readFileSync(new URL(`../../../samples/data/${name}.csv`, import.meta.url), 'utf8')

  it('are imported with correct links, and change nothing when imported again', async () => {
    const legislators = await aCollection('Legislator', [
      field('bioguide', 'plain_text', { isUnique: true }),
      field('born', 'date'),
      field('state', 'plain_text'),
    ])
    const committees = await aCollection('Committee', [field('code', 'plain_text', { isUnique: true })])
    const link = (dataCollectionId: number) => ({ settings: { dataCollectionId } })
    const offices = await aCollection('Office', [
      field('code', 'plain_text', { isUnique: true }),
      field('legislator', 'single_data_record', link(legislators)),
      field('city', 'plain_text'),
      field('phone', 'phone_number'),
    ])
    const seats = await aCollection('Membership', [
      field('legislator', 'single_data_record', link(legislators)),
      field('committee', 'single_data_record', link(committees)),
      field('rank', 'number'),
      field('role', 'plain_text'),
    ])
    const people = sample('legislators-current')
    const memberships = sample('committee-membership-current')
    const columnsOf = (text: string, to: Record<string, object>) => {
      const [header = []] = parse(text, { to: 1 }) as string[][]
      return Object.entries(to).map(([title, rest]) => ({ index: header.indexOf(title), ...rest }))
    }
    const byCode = { columnName: 'legislator', linkBy: 'bioguide' }
    const committeeText = `code,name\n${[
      ...new Map(
        (parse(memberships, { columns: true }) as Record<string, string>[]).map((row) => [
          row.committee_id,
          `${row.committee_id},"${row.committee_subcommittee_name || row.committee_name}"`,
        ]),
      ).values(),
    ].join('\n')}`
    const tables: [number, string, Record<string, object>, string[]][] = [
      [
        legislators,
        people,
        {
          full_name: { columnName: 'name' },
          bioguide_id: { columnName: 'bioguide' },
          birthday: { columnName: 'born' },
          state: { columnName: 'state' },
        },
        ['bioguide'],
      ],
      [committees, committeeText, { code: { columnName: 'code' }, name: { columnName: 'name' } }, ['code']],
      [
        offices,
        sample('legislators-district-offices'),
        {
          id: { columnName: 'code' },
          bioguide: byCode,
          city: { columnName: 'city' },
          phone: { columnName: 'phone' },
        },
        ['code'],
      ],
      [
        seats,
        memberships,
        {
          bioguide: byCode,
          committee_id: { columnName: 'committee', linkBy: 'code' },
          rank: { columnName: 'rank' },
          title: { columnName: 'role' },
        },
        ['legislator', 'committee'],
      ],
    ]
    for (const [collection, text, to, matchBy] of tables) {
      const rows = parse(text, { columns: true }) as Record<string, string>[]
      const choices = { columns: columnsOf(text, to), mode: 'createAndUpdate' as const, matchBy }
      const first = await files.checkedRun(await files.upload(text, collection), choices)
      expect(first).toMatchObject({ created: rows.length, updated: 0, rejected: 0 })
      const again = await files.checkedRun(await files.upload(text, collection), choices)
      expect(again).toMatchObject({ created: 0, updated: 0, unchanged: rows.length, rejected: 0 })
    }
    // Importing their exports changes nothing, in either format.
    for (const [collection, , to, matchBy] of tables) {
      const options = Object.values(to) as { columnName: string; linkBy?: string }[]
      const fields = options.map(({ columnName }) => columnName)
      const linkBy = Object.fromEntries(
        options.flatMap((option) => (option.linkBy ? [[option.columnName, option.linkBy]] : [])),
      )
      for (const format of ['csv', 'xlsx'] as const) {
        const params = { teamId: world.team.teamId }
        const body = { dataCollectionId: collection, format, fields, linkBy, headers: 'columnNames' as const }
        const { id } = await admin.ok(exportsApi.create, { params, body })
        await deps.runJobs(tasksOf(deps))
        const exported = await admin.inject({
          method: 'GET',
          url: `/api/teams/${params.teamId}/exports/${id}/file`,
        })
        const file = await files.upload(exported.rawPayload, collection, `again.${format}`)
        const columns = file.columns.map(({ index, header }) => ({
          index,
          ...options.find(({ columnName }) => columnName === header),
        }))
        const same = await files.checkedRun(file, { columns, mode: 'createAndUpdate', matchBy })
        expect(same).toMatchObject({ created: 0, updated: 0, rejected: 0, unchanged: file.rowCount })
      }
    }
    const codeOf = async (id: number, column: string) =>
      new Map((await files.state(id)).map((record) => [record.id, record.values[column]]))
    const [people2, committees2] = [await codeOf(legislators, 'bioguide'), await codeOf(committees, 'code')]
    const linked = (await files.state(seats)).map(({ values }) => [
      people2.get(values.legislator as number),
      committees2.get(values.committee as number),
    ])
    const wanted = (parse(memberships, { columns: true }) as Record<string, string>[]).map((row) => [
      row.bioguide,
      row.committee_id,
    ])
    expect(linked).toEqual(wanted)
    const officeRows = parse(sample('legislators-district-offices'), { columns: true }) as Record<
      string,
      string
    >[]
    expect(
      (await files.state(offices)).map(({ values }) => people2.get(values.legislator as number)),
    ).toEqual(officeRows.map(({ bioguide }) => bioguide))
  })
})
