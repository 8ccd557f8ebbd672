/** Who may run a wizard (spec section 6: run_data_wizard). */
import { AppError } from '@muster/contract/errors'
import type { Caller, TeamModel } from '../../engine/public.ts'

/** Team admins, and those with an active role that grants it on the whole team or on this wizard. */
export function mayRun(model: TeamModel, caller: Caller, dataWizardId: number): boolean {
  if ('access' in caller) return false
  if (caller.isTeamAdmin) return true
  return [...model.roles.values()].some(
    ({ id, isActive, dataGrants }) =>
      isActive &&
      caller.userRoleIds.includes(id) &&
      dataGrants.some(
        (grant) =>
          grant.permission === 'run_data_wizard' &&
          (grant.dataWizardId === dataWizardId ||
            (grant.dataWizardId === null && grant.dataCollectionId === null && grant.dataFieldId === null)),
      ),
  )
}

/** @throws AppError access_denied */
export function checkMayRun(model: TeamModel, caller: Caller, dataWizardId: number): void {
  if (!mayRun(model, caller, dataWizardId)) throw new AppError('access_denied')
}
