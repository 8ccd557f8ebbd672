/** Routes of the audit log. */
import { Readable } from 'node:stream'
import type { AuditFilter, AuditQuery, auditApi } from '@muster/contract/audit/audit.api'
import { defuse } from '@muster/contract/exports/cells'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../engine/public.ts'
import type { Handlers } from '../../platform/http/bind.ts'
import { disposition } from '../files/public.ts'
import { type AuditScope, listEvents, listPeople } from './audit.repo.ts'

const exportPage = 1_000

export function auditRoutes({ pool }: Pick<Deps, 'pool'>): Handlers<typeof auditApi> {
  async function page(scope: AuditScope, query: AuditQuery) {
    const found = await listEvents(pool, scope, query)
    return { items: found.slice(0, query.limit), hasMore: found.length > query.limit }
  }

  /** The lines of the file, read page by page, so that its size does not matter. */
  async function* lines(scope: AuditScope, filter: AuditFilter) {
    for (let before: number | undefined; ; ) {
      const { items, hasMore } = await page(scope, { ...filter, before, limit: exportPage })
      for (const { at, by, team, subject, subjectId, subjectName, action, before, after, network } of items) {
        const cells = [at, by?.name ?? '', team?.name ?? '', action, subject, subjectId, subjectName]
        const values = [before, after].map((part) => (part ? JSON.stringify(part) : ''))
        yield [...cells, ...values, network ?? ''].map(defuse)
      }
      if (!hasMore) return
      before = items.at(-1)?.id
    }
  }

  async function send(reply: FastifyReply, scope: AuditScope, filter: AuditFilter): Promise<void> {
    const columns = ['at', 'by', 'team', 'action', 'subject', 'id', 'name', 'before', 'after', 'network']
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', disposition('attachment', 'audit-log.csv'))
      .header('cache-control', 'private, no-store')
      .send(Readable.from(lines(scope, filter)).pipe(stringify({ header: true, columns, bom: true })))
  }

  return {
    list: ({ params, query }) => page({ teamId: params.teamId }, query),
    people: ({ params }) => listPeople(pool, { teamId: params.teamId }),
    export: async ({ params, query }, { reply }) => {
      await send(reply, { teamId: params.teamId }, query)
      return undefined
    },
    systemList: ({ query }) => page('system', query),
    systemPeople: () => listPeople(pool, 'system'),
    systemExport: async ({ query }, { reply }) => {
      await send(reply, 'system', query)
      return undefined
    },
  }
}
