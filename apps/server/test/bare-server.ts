/** A server with endpoints of a test, without a database: nobody is signed in unless the test says so. */
import type { Api } from '@muster/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { type BindDeps, bind, type Handlers } from '../src/platform/http/bind.ts'
import { createServer } from '../src/platform/http/server.ts'
import { createLogger } from '../src/platform/log.ts'
import { Warnings } from '../src/platform/warnings.ts'

/** What endpoints are bound with; keys are of no use without a database. */
export function bareBinding(given: Partial<BindDeps> = {}): BindDeps {
  return {
    authenticator: { user: async () => null, teamUser: async () => null },
    idempotency: {} as never,
    checksResponses: true,
    warnings: new Warnings(),
    position: () => '',
    ...given,
  }
}

export async function bareServer<A extends Api>(
  api: A,
  handlers: Handlers<A>,
  given?: Partial<BindDeps>,
): Promise<FastifyInstance> {
  const config = { publicUrl: 'http://localhost:3000', logLevel: 'silent', trustProxy: false }
  const app = await createServer(config as never, createLogger('silent'))
  bind(app, bareBinding(given), api, handlers)
  return app
}
