/** Begins the export of all that is kept on a person. */
import type { Export } from '@muster/contract/exports/exports.api'
import type { Language } from '@muster/contract/paging'
import type { Deps } from '../../engine/public.ts'
import { audit } from '../../platform/audit.ts'
import { transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { ExportService } from '../exports/public.ts'
import { auditNameOf, findPerson } from './person.ts'

/** @throws AppError not_found */
export async function exportPerson(
  deps: Deps,
  teamUser: TeamUser,
  recordId: number,
  language: Language,
): Promise<Export> {
  const { teamId } = teamUser
  const model = await deps.models.get(teamId)
  const { ids, detail } = await findPerson(deps.pool, model, teamUser, recordId)
  await transaction(deps.pool, (client) =>
    audit(client, {
      teamId,
      subject: 'data_record',
      subjectId: recordId,
      name: auditNameOf(model, detail),
      action: 'exported',
    }),
  )
  const { dataCollectionId } = detail
  return new ExportService(deps).createPerson(teamUser, {
    format: 'zip',
    dataCollectionId,
    recordIds: ids,
    language,
  })
}
