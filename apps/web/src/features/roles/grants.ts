/** Data permissions as cells: one for each permission on a target. Pure. */
import type { Filter } from '@muster/contract/filters/ast'
import type { DataPermission } from '@muster/contract/roles/permissions'
import type { DataPermissionGrant } from '@muster/contract/roles/roles.api'

/** Permissions on records, in the order of the columns. */
export const recordPermissions = [
  'read_data_field_data',
  'update_data_field_data',
  'delete_data_records',
  'read_data_record_metadata',
] as const satisfies readonly DataPermission[]
export type RecordPermission = (typeof recordPermissions)[number]

/** Permissions that a single field can have. */
export const fieldPermissions = recordPermissions.slice(0, 2)

export type Target =
  | { kind: 'team' }
  | { kind: 'collection'; id: number }
  | { kind: 'field'; id: number }
  | { kind: 'wizard'; id: number }

/** On no records, on all, or on those that match. */
export type Allowed = 'none' | 'all' | Filter

export const isRule = (allowed: Allowed): allowed is Filter => typeof allowed === 'object'

export const team: Target = { kind: 'team' }

/** What the target itself is given; several rules for it are one with "or". */
export function allowedOn(
  grants: readonly DataPermissionGrant[],
  permission: DataPermission,
  target: Target,
): Allowed {
  const own = grants.filter((grant) => grant.permission === permission && isOn(grant, target))
  if (own.length === 0) return 'none'
  const rules = own.flatMap(({ rowFilter }) => rowFilter ?? [])
  if (rules.length < own.length) return 'all'
  return rules.length === 1 ? rules[0]! : { or: rules }
}

/** Replaces what the target is given. */
export function withAllowed(
  grants: readonly DataPermissionGrant[],
  permission: DataPermission,
  target: Target,
  allowed: Allowed,
): DataPermissionGrant[] {
  const others = grants.filter((grant) => grant.permission !== permission || !isOn(grant, target))
  if (allowed === 'none') return others
  const grant: DataPermissionGrant = {
    permission,
    dataCollectionId: target.kind === 'collection' ? target.id : null,
    dataFieldId: target.kind === 'field' ? target.id : null,
    dataWizardId: target.kind === 'wizard' ? target.id : null,
    rowFilter: isRule(allowed) ? allowed : null,
  }
  return [...others, grant]
}

function isOn({ dataCollectionId, dataFieldId, dataWizardId }: DataPermissionGrant, target: Target): boolean {
  if (target.kind === 'wizard') return dataWizardId === target.id
  if (dataWizardId !== null) return false
  if (target.kind === 'field') return dataFieldId === target.id
  if (target.kind === 'collection') return dataFieldId === null && dataCollectionId === target.id
  return dataFieldId === null && dataCollectionId === null
}

/** The widest permission that a target has from others, nearest last in `from`; null for none. */
export function inherited(
  grants: readonly DataPermissionGrant[],
  permission: DataPermission,
  from: readonly Target[],
): { allowed: Exclude<Allowed, 'none'>; target: Target } | null {
  const given = from.flatMap((target) => {
    const allowed = allowedOn(grants, permission, target)
    return allowed === 'none' ? [] : [{ allowed, target }]
  })
  return given.find(({ allowed }) => allowed === 'all') ?? given[0] ?? null
}

/** Whether two sets have the same permissions, in any order. */
export function sameGrants(
  one: readonly DataPermissionGrant[],
  other: readonly DataPermissionGrant[],
): boolean {
  const keys = (grants: readonly DataPermissionGrant[]) => grants.map(keyOf).sort().join('\n')
  return keys(one) === keys(other)
}

function keyOf(grant: DataPermissionGrant): string {
  const { permission, dataCollectionId, dataFieldId, dataWizardId, rowFilter } = grant
  return JSON.stringify([permission, dataCollectionId, dataFieldId, dataWizardId, rowFilter])
}
