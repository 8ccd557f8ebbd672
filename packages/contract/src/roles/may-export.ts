/** The rule "only these roles may export". */

interface Exporter {
  isTeamAdmin: boolean
  /** Their active roles, including the fixed Member role. */
  userRoleIds: readonly number[]
}

/**
 * Whether a user may take data out of the team as a file. Team admins always may.
 *
 * @param exportRoleIds the roles that may; null for everyone who may read the data
 */
export function mayExport(
  { isTeamAdmin, userRoleIds }: Exporter,
  exportRoleIds: readonly number[] | null,
): boolean {
  if (isTeamAdmin || exportRoleIds === null) return true
  return exportRoleIds.some((id) => userRoleIds.includes(id))
}
