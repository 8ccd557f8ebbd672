/** Which sites may show a public wizard in a frame. */
import { frameHostSchema } from '@muster/contract/wizards/definition'
import { readPublicWizardPath } from '@muster/contract/wizards/public-address'
import type { Deps } from '../../../engine/public.ts'
import { one, sql } from '../../../platform/db.ts'
import type { FrameHosts } from '../../../platform/http/security.ts'

/** Reads the stored settings and not the live version, so that a site that is taken off the list is so at once. */
export function wizardFrameHosts({ pool }: Pick<Deps, 'pool'>): FrameHosts {
  return async (url) => {
    const address = readPublicWizardPath(url.split('?', 1)[0] ?? '')
    if (address?.kind !== 'wizard') return []
    const { teamId, dataWizardId } = address
    const found = await one<{ hosts: unknown }>(
      pool,
      sql`select w.settings -> 'allowedFrameHosts' as hosts
          from muster.data_wizard w join muster.team t on t.id = w.team_id
          where w.id = ${dataWizardId}::bigint and w.team_id = ${teamId}::bigint and w.deleted_at is null
            and w.settings ->> 'isPublic' = 'true' and t.suspended_at is null and t.deleted_at is null`,
    )
    const hosts = Array.isArray(found?.hosts) ? found.hosts : []
    // Nothing else may get into a header.
    return hosts.filter((host): host is string => frameHostSchema.safeParse(host).success)
  }
}
