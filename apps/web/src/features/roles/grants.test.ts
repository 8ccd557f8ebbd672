import type { DataPermissionGrant } from '@muster/contract/roles/roles.api'
import { expect, it } from 'vitest'
import { allowedOn, inherited, sameGrants, type Target, team, withAllowed } from './grants.ts'

const read = 'read_data_field_data'
const people: Target = { kind: 'collection', id: 1 }
const score: Target = { kind: 'field', id: 7 }
const low = { field: 'score', op: 'lt' as const, value: 5 }
const high = { field: 'score', op: 'gt' as const, value: 50 }

it('gives a permission to one target and takes it away again', () => {
  const given = withAllowed([], read, people, 'all')
  expect(allowedOn(given, read, people)).toBe('all')
  for (const other of [team, score, { kind: 'collection', id: 2 } as Target]) {
    expect(allowedOn(given, read, other)).toBe('none')
  }
  expect(allowedOn(given, 'delete_data_records', people)).toBe('none')
  expect(withAllowed(given, read, people, 'none')).toEqual([])
})

it('replaces only what it changes', () => {
  const grants = withAllowed(withAllowed([], read, team, low), read, score, 'all')
  const changed = withAllowed(grants, read, team, high)
  expect(allowedOn(changed, read, team)).toEqual(high)
  expect(allowedOn(changed, read, score)).toBe('all')
})

it('shows several rules for one target as one, which replaces them', () => {
  const rule = (rowFilter: DataPermissionGrant['rowFilter']): DataPermissionGrant => ({
    permission: read,
    dataCollectionId: 1,
    dataFieldId: null,
    dataWizardId: null,
    rowFilter,
  })
  expect(allowedOn([rule(low), rule(high)], read, people)).toEqual({ or: [low, high] })
  expect(allowedOn([rule(low), rule(null)], read, people)).toBe('all')
  expect(withAllowed([rule(low), rule(high)], read, people, low)).toEqual([rule(low)])
})

it('finds the widest permission from above', () => {
  const grants = withAllowed(withAllowed([], read, team, low), read, people, 'all')
  expect(inherited(grants, read, [team, people])).toEqual({ allowed: 'all', target: people })
  expect(inherited(grants, read, [team])).toEqual({ allowed: low, target: team })
  expect(inherited(grants, 'delete_data_records', [team, people])).toBeNull()
})

it('compares sets in any order', () => {
  const one = withAllowed(withAllowed([], read, team, low), read, people, 'all')
  expect(sameGrants(one, [...one].reverse())).toBe(true)
  expect(sameGrants(one, withAllowed(one, read, team, high))).toBe(false)
})

it('gives the running of one wizard, beside that of all', () => {
  const run = 'run_data_wizard'
  const intake: Target = { kind: 'wizard', id: 3 }
  const grants = withAllowed([], run, intake, 'all')
  expect(grants).toMatchObject([{ permission: run, dataWizardId: 3, dataCollectionId: null }])
  expect(allowedOn(grants, run, team)).toBe('none')
  expect(allowedOn(withAllowed(grants, run, team, 'all'), run, intake)).toBe('all')
  expect(withAllowed(grants, run, intake, 'none')).toEqual([])
})
