/** Headers that proxies add to the requests they forward. */
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import type { Warnings } from '../warnings.ts'

export const forwardedHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
] as const

/**
 * Behind a proxy that is not trusted, all requests seem to come from one address, so that everyone shares one
 * rate limit for signing in.
 */
export function warnOfUntrustedProxy(
  app: FastifyInstance,
  { config, warnings, log }: { config: Pick<Config, 'trustProxy'>; warnings: Warnings; log: Logger },
): void {
  if (config.trustProxy) return
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
    if (warnings.raise('proxy_not_trusted')) {
      log.warn('requests come through a proxy that is not trusted: set MUSTER_TRUST_PROXY')
    }
  })
}
