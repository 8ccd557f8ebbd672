import { describe, expect, it } from 'vitest'
import type { Filter } from './ast.ts'
import { checkFilter } from './check.ts'
import { withOwnRecords } from './own-records.ts'
import type { FilterField } from './subjects.ts'

const me = { variable: 'currentUser' }
const link = (columnName: string, dataCollectionId: number): FilterField => ({
  columnName,
  dataType: columnName.endsWith('s') ? 'multi_data_record' : 'single_data_record',
  settings: { dataCollectionId, maxCount: 10 },
})
const fields = [link('assignee', 7), link('helpers', 7), link('project', 8)]
const context = {
  fieldsOf: (id: number): FilterField[] => (id === 8 ? [link('owner', 7)] : []),
  userColumnOf: (id: number) => (id === 7 ? 'team_user' : undefined),
}
const own = { field: 'team_user', op: 'is', value: me }

describe('currentUser compared with links to records of users', () => {
  it.each<[Filter, unknown]>([
    [
      { field: 'assignee', op: 'is', value: me },
      { field: 'assignee', op: 'some', where: own },
    ],
    [
      { field: 'assignee', op: 'isNot', value: me },
      { field: 'assignee', op: 'none', where: own },
    ],
    [
      { field: 'assignee', op: 'anyOf', value: [3, me] },
      {
        or: [
          { field: 'assignee', op: 'anyOf', value: [3] },
          { field: 'assignee', op: 'some', where: own },
        ],
      },
    ],
    [
      { field: 'helpers', op: 'noneOf', value: [me, 3] },
      {
        and: [
          { field: 'helpers', op: 'noneOf', value: [3] },
          { field: 'helpers', op: 'none', where: own },
        ],
      },
    ],
    [
      { field: 'helpers', op: 'allOf', value: [me, 3] },
      {
        and: [
          { field: 'helpers', op: 'allOf', value: [3] },
          { field: 'helpers', op: 'some', where: own },
        ],
      },
    ],
    [
      { not: { field: 'project', op: 'some', where: { field: 'owner', op: 'is', value: me } } },
      {
        not: {
          field: 'project',
          op: 'some',
          where: { field: 'owner', op: 'some', where: own },
        },
      },
    ],
    [
      { field: 'assignee', op: 'is', value: 3 },
      { field: 'assignee', op: 'is', value: 3 },
    ],
  ])('%j is rewritten to compare the user', (filter, wanted) => {
    const checked = checkFilter(filter, fields, context)
    expect(checked.ok && withOwnRecords(checked.filter, fields, context)).toEqual(wanted)
  })

  it('is rejected for links to other records', () => {
    expect(checkFilter({ field: 'project', op: 'is', value: me }, fields, context)).toMatchObject({
      ok: false,
      errors: [{ code: 'invalid' }],
    })
  })
})
