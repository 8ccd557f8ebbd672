/** Explains what the rules of roles allow on one record, with the same SQL that enforces them. */
import { AppError } from '@muster/contract/errors'
import type { DataPermission } from '@muster/contract/roles/permissions'
import { join, one, sql } from '../../platform/db.ts'
import { covers, rowsOf } from '../access/access.ts'
import type { TeamUserCaller } from '../access/caller.ts'
import { scopeOf } from '../access/scope.ts'
import type { TreeContext } from '../access/tree-context.ts'
import type { DataGrant, FieldModel, TeamModel } from '../model/model.ts'
import { rowsToSql, tables } from './filter-to-sql.ts'

/** A data permission of a role. */
export interface GrantOfRole extends DataGrant {
  userRoleId: number
}

export interface AppliedGrant extends GrantOfRole {
  /** Whether it applies to the record. */
  isMatch: boolean
}

/** Whether something is allowed, and the positions of the rules that decide it. */
export interface Verdict {
  isAllowed: boolean
  rules: number[]
}

export interface ExplainedAccess {
  rules: AppliedGrant[]
  visible: Verdict
  deletable: Verdict
  metadata: Verdict
  fields: { dataFieldId: number; read: Verdict; update: Verdict }[]
}

/**
 * What a reader may do with a record.
 *
 * @param whole a context with full access to the record's root
 * @param reader a user who is no team admin; `currentUser` in the rules is this user
 * @throws AppError not_found for a record that does not exist or is in the trash
 */
export async function explainAccess(
  whole: TreeContext,
  reader: TeamUserCaller,
  recordId: number,
): Promise<ExplainedAccess> {
  const { model, access } = whole
  const { home } = access
  const grants = grantsOfRoles(model, reader.userRoleIds).filter((grant) =>
    [undefined, ...home.fields].some((field) => covers(model, grant, home, field)),
  )
  const scope = scopeOf({ model, access, caller: reader })
  const conditions = grants.map((grant) => rowsToSql(rowsOf(model, grant, home), scope))
  const found = await one<{ matches: boolean[] }>(
    whole.executor,
    sql`select ${conditions.length > 0 ? sql`array[${join(conditions)}]` : sql`'{}'::boolean[]`} as matches
        from ${tables(scope)} where t.record_id = ${recordId}::bigint and t.deleted_at is null`,
  )
  if (!found) throw new AppError('not_found')
  const rules = grants.map((grant, n) => ({ ...grant, isMatch: found.matches[n] === true }))
  const verdict = (permission: DataPermission, field: FieldModel | 'any' | undefined): Verdict => {
    const relevant = rules.flatMap((rule, n) =>
      rule.permission === permission && (field === 'any' || covers(model, rule, home, field)) ? [n] : [],
    )
    const allowing = relevant.filter((n) => rules[n]!.isMatch)
    return { isAllowed: allowing.length > 0, rules: allowing.length > 0 ? allowing : relevant }
  }
  const visible = verdict('read_data_field_data', 'any')
  const onVisible = (one: Verdict): Verdict => ({ ...one, isAllowed: one.isAllowed && visible.isAllowed })
  return {
    rules,
    visible,
    deletable: onVisible(verdict('delete_data_records', undefined)),
    metadata: onVisible(verdict('read_data_record_metadata', undefined)),
    fields: home.fields.map((field) => {
      const read = verdict('read_data_field_data', field)
      const update = verdict('update_data_field_data', field)
      return {
        dataFieldId: field.id,
        read,
        update: { ...update, isAllowed: update.isAllowed && read.isAllowed },
      }
    }),
  }
}

function grantsOfRoles(model: TeamModel, userRoleIds: readonly number[]): GrantOfRole[] {
  return [...model.roles.values()]
    .filter(({ id, isActive }) => isActive && userRoleIds.includes(id))
    .flatMap(({ id, dataGrants }) => dataGrants.map((grant) => ({ ...grant, userRoleId: id })))
}
