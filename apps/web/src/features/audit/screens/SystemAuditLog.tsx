/** /sys-admin/audit-log: what system administrators changed, and what was changed about teams. */
import { api, call, queryKeyOf, urlOf, useApi } from '../../../lib/api.ts'
import { AuditLog } from '../components/AuditLog.tsx'

export function SystemAuditLog() {
  const people = useApi(api.audit.systemPeople, {})
  return (
    <AuditLog
      isOfSystem
      queryKey={queryKeyOf(api.audit.systemList)}
      read={(query, signal) => call(api.audit.systemList, { query }, { signal })}
      exportUrl={(query) => urlOf(api.audit.systemExport, { query })}
      people={people.data}
    />
  )
}
