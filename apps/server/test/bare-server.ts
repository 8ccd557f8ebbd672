/** A server with a test's own endpoints and no database. By default nobody is signed in. */
import type { Api } from '@muster/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { type BindDeps, bind, type Handlers } from '../src/platform/http/bind.ts'
import { createServer } from '../src/platform/http/server.ts'
import { createLogger } from '../src/platform/log.ts'
import { Warnings } from '../src/platform/warnings.ts'

/** Dependencies for binding endpoints. Idempotency keys do not work, because there is no database. */
export function bareBinding(given: Partial<BindDeps> = {}): BindDeps {
  return {
    authenticator: {
      user: async () => null,
      teamUser: async () => null,
      seenAs: async (_user, admin) => admin,
    },
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
