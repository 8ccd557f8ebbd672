/**
 * Pictures and redirects that count opens and clicks. A redirect leads only where a link of the recipient's own mail leads:
 * the address comes from the stored message, not from the request.
 */
import type { Language } from '@muster/contract/paging'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../engine/public.ts'
import { html, page } from '../../../platform/http/html.ts'
import { languageOf } from '../../../platform/http/language.ts'
import { teamSchema } from '../../../platform/migrate.ts'
import { errorTitle } from '../../../platform/texts.ts'
import { wholeUrl } from '../content/escape.ts'
import { linkTarget } from '../content/plan.ts'
import { prepareContent, valuesFor } from '../content/render.ts'
import { type RecipientRef, readRecipientToken } from '../recipient-token.ts'
import { mergeData, storedContent } from '../rendering.ts'
import { HitWriter } from './hit-writer.ts'
import { countingMessages, findTarget } from './hits.repo.ts'
import { isMachine } from './machine.ts'

type TrackingDeps = Pick<Deps, 'pool' | 'config' | 'live' | 'log' | 'models'>

/** A transparent picture of one pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
/** Offices share one address. */
const clicksPerMinute = 600

/** @returns what notes the hits; it ends with the app */
export function installTracking(app: FastifyInstance, deps: TrackingDeps): HitWriter {
  const writer = new HitWriter(deps)
  app.addHook('onClose', () => writer.close())
  const recipientOf = (token: string) => readRecipientToken(deps.config.secret, 'tracking', token)
  const note = (request: FastifyRequest, recipient: RecipientRef, position: number | null) =>
    writer.add({
      ...recipient,
      type: position === null ? 'open' : 'click',
      position,
      at: new Date(),
      isMachine: isMachine(request.method, request.headers),
    })

  app.get<{ Params: { token: string } }>('/t/o/:token', async (request, reply) => {
    const recipient = recipientOf(request.params.token)
    if (!recipient) return notFound(request, reply)
    note(request, recipient, null)
    // Mail programs in browsers are on other sites.
    return neverKept(reply)
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/gif')
      .send(pixel)
  })

  app.get<{ Params: { token: string; position: string } }>(
    '/t/c/:token/:position',
    { config: { rateLimit: { max: clicksPerMinute, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const recipient = recipientOf(request.params.token)
      const position = /^\d{1,5}$/.test(request.params.position) ? Number(request.params.position) : null
      if (!recipient || position === null) return notFound(request, reply)
      const url = await targetOf(deps, recipient, position)
      if (url === null) return notFound(request, reply)
      note(request, recipient, position)
      return neverKept(reply).header('referrer-policy', 'no-referrer').redirect(url, 302)
    },
  )
  return writer
}

const neverKept = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' })

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request)
  const title = errorTitle('not_found', language)
  return neverKept(reply)
    .code(404)
    .type('text/html; charset=utf-8')
    .send(page(title, html`<h1>${title}</h1>`, { language }))
}

/** The web address that the recipient's mail had at this place; null where there is none, or its message is gone. */
async function targetOf(
  { pool, models }: TrackingDeps,
  { teamId, recipientId }: RecipientRef,
  position: number,
): Promise<string | null> {
  const model = await models.get(teamId)
  const found = await findTarget(pool, teamSchema(teamId), { recipientId, position })
  const [message] = found ? await countingMessages(pool, model.teamId, [found.messageId]) : []
  if (!found || !message) return null
  const isStatic = !/\{[{%]/.test(found.url)
  const url = isStatic ? wholeUrl(found.url) : await personalTarget(pool, { ...found, position })
  return /^https?:\/\/[^/]/i.test(url) && URL.canParse(url) ? new URL(url).href : null
}

/** The address of a link with merge fields. */
async function personalTarget(
  pool: Deps['pool'],
  {
    messageId,
    language,
    values,
    position,
  }: { messageId: number; language: string; values: Record<string, unknown>; position: number },
): Promise<string> {
  const stored = await storedContent(pool, messageId, language as Language)
  if (!stored) return ''
  const { plan, shared } = stored
  const written = valuesFor(prepareContent(plan), mergeData(values, shared, ''), shared.timeZone)
  return linkTarget(plan, position, written)
}
