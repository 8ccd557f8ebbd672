/** How often each index was used, and when it was last used. */
import { sql } from '../../platform/db.ts'

/**
 * Columns `indexrelid`, `uses` and `last_used_at` (null for an index that was never used). PostgreSQL 15 does
 * not record the time of the last use; there it is 'infinity' for an index with any use, which never counts
 * as unused.
 */
export const indexUse = sql`
  select s.indexrelid, s.idx_scan as uses,
    coalesce((to_jsonb(s) ->> 'last_idx_scan')::timestamptz,
      case when s.idx_scan > 0 and not to_jsonb(s) ? 'last_idx_scan' then 'infinity'::timestamptz end) as last_used_at
  from pg_stat_user_indexes s`
