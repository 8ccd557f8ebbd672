/** Security headers, rate limits and the origin check of all requests. */
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { AppError } from '@muster/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { bearerTokenOf, tokenRequestsPerMinute } from './bearer.ts'

/** The hosts that may show the page of a URL in a frame; none if it is not the resolver's page. */
export type FrameHosts = (url: string) => Promise<readonly string[]>

declare module 'fastify' {
  interface FastifyInstance {
    /** Features add their own. */
    frameHosts: FrameHosts[]
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export async function installSecurity(
  app: FastifyInstance,
  { publicUrl, mapTiles }: Pick<Config, 'publicUrl' | 'mapTiles'>,
): Promise<void> {
  await app.register(cookie)
  const directives = {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // Mantine and the grid set style attributes.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
    mediaSrc: ["'self'", 'blob:', 'https:'],
    fontSrc: ["'self'", 'data:'],
    // The map fetches its tiles by script.
    connectSrc: ["'self'", ...(mapTiles ? [new URL(mapTiles.url).origin] : [])],
    workerSrc: ["'self'", 'blob:'],
    frameSrc: ["'self'", 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'],
  }
  /** For public views and wizards, the only pages that other sites may embed in a frame. */
  const embeddableBy = (hosts: readonly string[]) => ({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...directives, frameAncestors: [...hosts] },
    },
    frameguard: false as const,
  })
  app.decorate('frameHosts', [async (url: string) => (isPublicView(url) ? ['*'] : [])])
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
  })
  // Only endpoints that declare a limit are limited; each process counts separately.
  await app.register(rateLimit, { global: false })
  const countToken = app.createRateLimit({
    max: tokenRequestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => bearerTokenOf(request) ?? request.ip,
  })
  const responseHeaders = apiHeaders(publicUrl)
  const forFiles = fileHeaders(publicUrl, directives.connectSrc)
  const openHeaders = {
    ...responseHeaders,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'etag',
  }
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    if (bearerTokenOf(request) !== null) {
      const limit = await countToken(request)
      if (!limit.isAllowed && limit.isExceeded) {
        reply.header('retry-after', limit.ttlInSeconds)
        throw new AppError('rate_limited')
      }
    } else if (!endpoint?.isOpen) checkOrigin(request, publicUrl)
    // Responses of the API are not pages: a few constant headers cost less than helmet, which computes many
    // each time.
    if (endpoint) reply.headers(endpoint.isOpen ? openHeaders : responseHeaders)
    else if (request.url.startsWith('/assets/')) reply.headers(forFiles)
    else {
      const hosts = await hostsThatFrame(app.frameHosts, request)
      await reply.helmet(hosts.length > 0 ? embeddableBy(hosts) : undefined)
    }
  })
}

/** None if that cannot be found out: the page itself is served without the database. */
async function hostsThatFrame(
  resolvers: readonly FrameHosts[],
  { url, log }: FastifyRequest,
): Promise<string[]> {
  const found = await Promise.all(
    resolvers.map((resolve) =>
      resolve(url).catch((error: unknown) => {
        log.warn({ err: error }, 'cannot find out who may show a page in a frame')
        return []
      }),
    ),
  )
  return found.flat()
}

const isPublicView = (url: string): boolean =>
  /^\/public\/team-\d+\/views\/[0-9a-f]{64}(\/records\/[^/?]+)?(\?|$)/.test(url)

/** Keeps browsers from treating a response of the API as a page, script or frame. */
const apiHeaders = (publicUrl: string): Record<string, string> =>
  headersWith(publicUrl, "default-src 'none'; frame-ancestors 'none'; sandbox")

/**
 * For scripts, styles, fonts and pictures of the web app. Their page has the full policy; what helmet adds to a page would
 * make them a kilobyte longer. A worker follows the policy of its own file.
 */
const fileHeaders = (publicUrl: string, connectSrc: readonly string[]): Record<string, string> =>
  headersWith(publicUrl, `default-src 'self'; connect-src ${connectSrc.join(' ')}; frame-ancestors 'none'`)

const headersWith = (publicUrl: string, policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/**
 * A write with a cookie must come from our own pages. Browsers always send the origin of such a request; a
 * client that sends none is not a browser, so no other site can make it use somebody's cookie.
 */
function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  if (safeMethods.has(request.method) || !request.headers.cookie) return
  const { origin } = request.headers
  if (!origin || origin === publicUrl) return
  const isOwnHost = URL.canParse(origin) && new URL(origin).host === request.headers.host
  if (!isOwnHost) throw new AppError('origin_not_allowed')
}
