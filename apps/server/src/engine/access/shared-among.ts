/** Who may share a statement, see `platform/shared-statements.ts`. */
import { actorText, currentUserOf } from './caller.ts'
import type { TreeAccess } from './tree-context.ts'

/**
 * Among callers with equal access: equal for those for whom all statements are the same. Only row rules tell such callers
 * apart.
 */
export function sharedAmong({ access, caller }: Pick<TreeAccess, 'access' | 'caller'>): string {
  return access.hasRowRules
    ? JSON.stringify([caller.teamUserId, currentUserOf(caller), actorText(caller)])
    : ''
}
