/** /sys-admin/audit-log: what system administrators changed, and what was changed about teams. */
import { api, call, queryKeyOf, urlOf } from '../../../lib/api.ts'
import { AuditLog } from '../components/AuditLog.tsx'

export function SystemAuditLog() {
  return (
    <AuditLog
      isOfSystem
      queryKey={queryKeyOf(api.audit.systemList)}
      read={(query, signal) => call(api.audit.systemList, { query }, { signal })}
      exportUrl={(query) => urlOf(api.audit.systemExport, { query })}
    />
  )
}
