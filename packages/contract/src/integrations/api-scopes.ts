/** What an API token may do: a part of what its user may. */
import type { DataPermission } from '../roles/permissions.ts'

/** Append only, as stored. `write` includes `read`; `hooks` is for webhooks only. */
export const apiScopes = ['read', 'write', 'hooks'] as const
export type ApiScope = (typeof apiScopes)[number]

const included: Readonly<Record<ApiScope, readonly ApiScope[]>> = {
  read: ['read'],
  write: ['read', 'write'],
  hooks: ['hooks'],
}

/** Whether a token with these scopes may do what needs `scope`. */
export function includesScope(scopes: readonly ApiScope[], scope: ApiScope): boolean {
  return scopes.some((own) => included[own].includes(scope))
}

const dataPermissionsBy: Readonly<Record<ApiScope, readonly DataPermission[]>> = {
  read: ['read_data_field_data', 'read_data_record_metadata'],
  write: ['update_data_field_data', 'delete_data_records', 'run_data_wizard'],
  hooks: [],
}

/** The data permissions that a token can use, if its user has them. */
export function dataPermissionsIn(scopes: readonly ApiScope[]): DataPermission[] {
  return apiScopes
    .filter((scope) => includesScope(scopes, scope))
    .flatMap((scope) => dataPermissionsBy[scope])
}

/** How every token begins, so that it is recognised wherever it is found. */
export const apiTokenPrefix = 'mst_'
