/**
 * `/dev/outbox` shows the mails in the outbox. The page does not exist when a mail server is configured, or
 * in production with an external database.
 */
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { createOutbox } from '../mail/outbox.ts'
import type { Authenticator } from './context.ts'
import { createOutboxAccess, hasOutboxPage } from './outbox-access.ts'
import { listPage, mailPage } from './outbox-html.ts'

type OutboxConfig = Pick<
  Config,
  'smtpUrl' | 'databaseUrl' | 'environment' | 'dataDir' | 'secret' | 'publicUrl'
>

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)
const querySchema = z.object({ before: position, from: position, to: z.string().max(200).catch('') })

/** @param token of the link printed at start: the first person who opens it may read the mails */
export function installOutboxPage(
  app: FastifyInstance,
  { config }: { config: OutboxConfig },
  authenticator: Authenticator,
  token?: string,
): void {
  if (!hasOutboxPage(config)) return
  const outbox = createOutbox(path.join(config.dataDir, 'outbox'))
  const access = createOutboxAccess(config, authenticator, token)

  /** All others get 404. */
  const onlyReaders = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!(await access.mayRead(request))) return reply.callNotFound()
  }
  const get = { method: 'GET', onRequest: onlyReaders } as const

  app.route({
    ...get,
    url: '/dev/outbox',
    handler: async (request, reply) => {
      const { before, from, to } = querySchema.parse(request.query)
      const range = from === undefined ? { ...(before !== undefined && { before }) } : { from }
      return sendPage(reply, listPage(await outbox.list({ ...range, to }), to))
    },
  })
  app.route<{ Params: { id: string } }>({
    ...get,
    url: '/dev/outbox/:id',
    handler: async (request, reply) => {
      const mail = await outbox.read(request.params.id)
      return mail ? sendPage(reply, mailPage(mail)) : reply.callNotFound()
    },
  })
  app.route<{ Params: { id: string } }>({
    ...get,
    url: '/dev/outbox/:id/mail.eml',
    handler: async (request, reply) => {
      const raw = await outbox.raw(request.params.id)
      if (!raw) return reply.callNotFound()
      return reply
        .type('message/rfc822')
        .header('content-disposition', `attachment; filename="${request.params.id}.eml"`)
        .header('cache-control', 'no-store')
        .send(raw)
    },
  })
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/dev/outbox/open/:token',
    // A link preview must not use up the token.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const cookie = access.exchange(request.params.token)
      if (!cookie) return reply.callNotFound()
      return reply
        .setCookie(cookie.name, cookie.value, cookie.options)
        .header('cache-control', 'no-store')
        .redirect('/dev/outbox', 303)
    },
  })
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)
}
