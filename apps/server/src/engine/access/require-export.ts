/** Taking data out of the team as a file. */
import { AppError } from '@muster/contract/errors'
import { mayExport } from '@muster/contract/roles/may-export'
import type { TeamUser } from '../../platform/http/context.ts'
import type { TeamModel } from '../model/model.ts'

/**
 * Checks the team's rule for exports. It covers every file with records that is made with the rights of a team user:
 * exports, and calendar feeds, whose program keeps a copy. It does not cover public views, which show the same to
 * everyone, and the rejected rows of an import, which are the importer's own file.
 *
 * @throws AppError access_denied
 */
export function requireExport(
  { exportRoleIds }: Pick<TeamModel, 'exportRoleIds'>,
  user: Pick<TeamUser, 'isTeamAdmin' | 'userRoleIds'>,
): void {
  if (mayExport(user, exportRoleIds)) return
  throw new AppError('access_denied', {
    detail: 'Only some roles of this team may export, and the caller has none of them.',
  })
}
