/** Arguments with which users of `hiddenWorld` try to find out what is hidden from them. */
import type { Filter } from '@muster/contract/filters/ast'
import { column, columnName, hidden, leastAmount } from './hidden-markers.ts'
import type { HiddenUser } from './hidden-users.ts'
import type { HiddenWorld } from './hidden-world.ts'

/** What one user has created, by the name of the parameter that refers to it. */
export type Own = Record<string, unknown[]>

let made = 0
/** A new name in each call. */
export const newName = () => `Thing ${++made}`
export const newEmail = () => `somebody${++made}@example.org`

/** Guesses in capitals, as comparison ignores case: a marker in small letters comes from the database. */
export const guess = (what: string) => hidden(what).toUpperCase()

/** Columns that the user may not read. */
export const hiddenColumns = (user: HiddenUser): string[] =>
  ['name', ...['amount', 'score', 'notes', 'party', 'home', 'region', 'gone'].map(column)].filter(
    (one) => one !== columnName(user.column),
  )

/** Values to write, some of them in hidden columns. */
export function valuesOf(user: HiddenUser): Record<string, unknown>[] {
  const own = columnName(user.column) === 'name' ? { name: newName } : { [columnName(user.column)]: null }
  return [
    own,
    { ...own, [column('score')]: 1 },
    { [column('email')]: `${guess('row-email-0')}@example.org` },
    {},
  ]
}

/** Filters that would count or find hidden records if they were not limited to what the user may read. */
export function filtersOf(world: HiddenWorld, user: HiddenUser): Filter[] {
  const own = columnName(user.column)
  const links = {
    field: column('home'),
    op: 'some',
    where: { field: 'name', op: 'startsWith', value: guess('vault') },
  }
  const friends = {
    field: column('friends'),
    op: 'some',
    where: { field: 'name', op: 'startsWith', value: guess('row') },
  }
  return [
    { field: own, op: 'isNotEmpty' },
    { field: own, op: 'isEmpty' },
    { field: 'name', op: 'startsWith', value: guess('row') },
    { field: 'name', op: 'startsWith', value: guess('own') },
    { field: column('amount'), op: 'gt', value: 1000 },
    { field: column('score'), op: 'gte', value: leastAmount },
    { field: column('notes'), op: 'contains', value: guess('') },
    { field: column('region'), op: 'is', value: guess('row-region') },
    { field: '@name', op: 'startsWith', value: guess('row') },
    { field: '@id', op: 'gt', value: 0 },
    { field: '@createdBy', op: 'is', value: world.team.admin.teamUserId },
    { field: '@collections', op: 'memberOf', value: [world.staff] },
    { field: '@collections', op: 'memberOf', value: [world.vault] },
    { or: [{ field: own, op: 'isEmpty' }, { not: { field: column('score'), op: 'isEmpty' } }] },
    links,
    friends,
  ] as Filter[]
}
