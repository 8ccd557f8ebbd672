/**
 * `POST /u/{token}`: one click on "unsubscribe" in a mail program, which sends a form by itself (RFC 8058). The same
 * address opened in a browser is the page where people decide what they receive.
 */
import type { FastifyInstance } from 'fastify'
import { asBytes } from '../../../platform/http/hook-body.ts'
import type { PreferencesService } from './preferences.service.ts'

const maxBodyBytes = 10_000

export function installOneClick(
  app: FastifyInstance,
  service: Pick<PreferencesService, 'unsubscribe'>,
): void {
  asBytes(app, (scope) =>
    scope.post<{ Params: { token: string } }>(
      '/u/:token',
      { bodyLimit: maxBodyBytes, config: { rateLimit: { max: 60, timeWindow: '1 minute' } } },
      async (request, reply) => {
        await service.unsubscribe(request.params.token, request.ip)
        return reply.status(204).send()
      },
    ),
  )
}
