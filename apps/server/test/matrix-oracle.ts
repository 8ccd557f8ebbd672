/**
 * What a caller may do in a generated team, decided in memory from its definitions: a second implementation of the
 * rules of access that shares nothing with the server but the contract's evaluator of filters.
 */
import type { AnyEndpoint } from '@muster/contract/endpoint'
import type { ErrorCode } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { evaluate } from '@muster/contract/filters/evaluate'
import { resolveFilter } from '@muster/contract/filters/variables'
import type { ApiScope } from '@muster/contract/integrations/api-scopes'
import type { DataPermission, FeaturePermission } from '@muster/contract/roles/permissions'
import type { Grant } from './a-team.ts'
import type { Letter, MatrixCollection, MatrixRecord, MatrixTeam } from './matrix-world.ts'

/** A caller's rights in their team. */
export interface Standing {
  letter: Letter
  teamId: number
  teamUserId: number
  isTeamAdmin: boolean
  roleNumbers: number[]
  featurePermissions: FeaturePermission[]
  grants: Grant[]
}

/**
 * Who sends a request, and as whom it is judged: an API token by the rights of its user within its scope; somebody who
 * sees the team as another by the rights of the other, for reads only.
 */
export interface MatrixCaller {
  label: string
  /** Of one request: tokens take turns, because each has a limit of requests per minute. */
  headers(): Record<string, string>
  isSignedIn: boolean
  isSysAdmin: boolean
  /** With what all writes of the team are refused. */
  refusesWrites: 'seeing_as' | 'token_not_allowed' | null
  /** Set for API tokens. */
  scope: ApiScope | null
  standing: Standing | null
}

export interface Refusal {
  status: number
  code: ErrorCode
}

/** The refusal by the access that the contract declares; null if the caller is admitted. */
export function refusalOf(
  { access, apiScope, isRead, changes }: AnyEndpoint,
  { isSignedIn, isSysAdmin, refusesWrites, scope, standing }: MatrixCaller,
  teamId: number,
): Refusal | null {
  if (access === 'public') return null
  if (!isSignedIn) return { status: 401, code: 'not_signed_in' }
  if (scope !== null && apiScope !== 'read' && apiScope !== scope)
    return { status: 403, code: 'token_not_allowed' }
  if (access === 'signedIn') return null
  if (access === 'sysAdmin') return isSysAdmin ? null : { status: 403, code: 'access_denied' }
  if (standing?.teamId !== teamId) return { status: 404, code: 'not_found' }
  const isPersonal = isRead || changes.every((subject) => subject === 'settings' || subject === 'session')
  if (refusesWrites === 'seeing_as' && !isPersonal) return { status: 403, code: 'seeing_as' }
  if (access === 'teamUser' || standing.isTeamAdmin) return null
  const isHeld =
    access !== 'teamAdmin' &&
    [access].flat().some((one) => standing.featurePermissions.includes(one as FeaturePermission))
  return isHeld ? null : { status: 403, code: 'access_denied' }
}

export class Oracle {
  private readonly team: MatrixTeam
  private readonly standing: Standing

  constructor(team: MatrixTeam, standing: Standing) {
    this.team = team
    this.standing = standing
  }

  get isDesigner(): boolean {
    return (
      this.standing.isTeamAdmin || this.standing.featurePermissions.includes('team_admin_data_collections')
    )
  }

  /** Whether a permission holds on a record: for one of its fields, or without one for the whole record. */
  may(permission: DataPermission, record: MatrixRecord, fieldId?: number): boolean {
    if (this.standing.isTeamAdmin) return true
    return this.standing.grants.some(
      (grant) =>
        grant.permission === permission &&
        this.covers(grant, record.homeId, fieldId) &&
        this.isInRows(grant, record),
    )
  }

  mayRead(record: MatrixRecord, column: string): boolean {
    return this.may('read_data_field_data', record, this.fieldId(record.homeId, column))
  }

  /** A field can be changed where it can be read. */
  mayUpdate(record: MatrixRecord, column: string): boolean {
    return (
      this.mayRead(record, column) &&
      this.may('update_data_field_data', record, this.fieldId(record.homeId, column))
    )
  }

  sees(record: MatrixRecord): boolean {
    return this.home(record.homeId).fields.some(({ column }) => this.mayRead(record, column))
  }

  /** Whether a readable value links to the record. */
  readsLinkTo({ id }: MatrixRecord): boolean {
    return this.team.records.some((record) =>
      Object.entries(record.values).some(([column, value]) => value === id && this.mayRead(record, column)),
    )
  }

  mayDelete(record: MatrixRecord): boolean {
    return this.sees(record) && this.may('delete_data_records', record)
  }

  /** Columns that are readable (or changeable) on some records, present or not: a grant that can apply is enough. */
  columns(homeId: number, permission: DataPermission = 'read_data_field_data'): string[] {
    return this.home(homeId)
      .fields.filter(
        ({ id }) =>
          this.standing.isTeamAdmin ||
          this.standing.grants.some(
            (grant) =>
              grant.permission === permission &&
              this.covers(grant, homeId, id) &&
              this.isRuleOf(grant, homeId),
          ),
      )
      .map(({ column }) => column)
  }

  seesCollection({ homeId }: MatrixCollection): boolean {
    return this.columns(homeId).length > 0
  }

  /** The records of a collection that the caller sees and that match a filter on what they may read. */
  records(collection: MatrixCollection, filter?: Filter): MatrixRecord[] {
    return this.team.records.filter(
      (record) =>
        record.collectionIds.includes(collection.id) &&
        this.sees(record) &&
        (!filter || this.matches(filter, record.homeId, { ...record, values: this.values(record) })),
    )
  }

  /** Readable columns with their values, null where this record's value is not readable. */
  values(record: MatrixRecord): Record<string, unknown> {
    return Object.fromEntries(
      this.columns(record.homeId).map((column) => [
        column,
        this.mayRead(record, column) ? (record.values[column] ?? null) : null,
      ]),
    )
  }

  /** Without a field, only grants on a collection or the team count. */
  private covers(grant: Grant, homeId: number, fieldId?: number): boolean {
    if (grant.dataFieldId !== undefined) return grant.dataFieldId === fieldId
    if (grant.dataCollectionId === undefined) return true
    return this.team.collections.find(({ id }) => id === grant.dataCollectionId)!.homeId === homeId
  }

  private isInRows(grant: Grant, record: MatrixRecord): boolean {
    if (grant.dataCollectionId !== undefined && !record.collectionIds.includes(grant.dataCollectionId))
      return false
    if (!this.isRuleOf(grant, record.homeId)) return false
    return !grant.rowFilter || this.matches(grant.rowFilter as Filter, record.homeId, record)
  }

  /** A rule for the whole team grants nothing in a collection that lacks a field which the rule names. */
  private isRuleOf({ rowFilter }: Grant, homeId: number): boolean {
    const named = JSON.stringify(rowFilter ?? null).match(/d7f_\w+/g) ?? []
    return named.every((column) => this.home(homeId).fields.some((field) => field.column === column))
  }

  private matches(filter: Filter, homeId: number, record: MatrixRecord): boolean {
    const whole = {
      ...record,
      name: String(record.values.name ?? ''),
      createdAt: null,
      updatedAt: null,
      updatedBy: null,
      dataCollectionIds: record.collectionIds,
    }
    return evaluate(resolveFilter(filter, { currentUser: this.standing.teamUserId }), whole, {
      fields: this.team.fieldsOf.get(homeId)!,
      now: 0,
      timeZone: 'UTC',
    })
  }

  private home(homeId: number): MatrixCollection {
    return this.team.collections.find(({ id }) => id === homeId)!
  }

  private fieldId(homeId: number, column: string): number {
    return this.home(homeId).fields.find((field) => field.column === column)!.id
  }
}
