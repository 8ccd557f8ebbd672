/** /team-{id}/admin/audit-log: who changed structure, rights and settings of the team. */
import { api, call, queryKeyOf, urlOf, useApi } from '../../../lib/api.ts'
import { useTeamId } from '../../teams/public.ts'
import { AuditLog } from '../components/AuditLog.tsx'

export function TeamAuditLog() {
  const params = { teamId: useTeamId() }
  const people = useApi(api.audit.people, { params })
  return (
    <AuditLog
      queryKey={queryKeyOf(api.audit.list, { params })}
      read={(query, signal) => call(api.audit.list, { params, query }, { signal })}
      exportUrl={(query) => urlOf(api.audit.export, { params, query })}
      people={people.data}
    />
  )
}
