/** The bare HTTP server: ids, logs, security, errors, bodies. Features bind their endpoints to it. */

import { defaultBodyLimit } from '@muster/contract/body-limits'
import { AppError } from '@muster/contract/errors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { installJsonBody } from './json-body.ts'
import type { OpenPort } from './open-port.ts'
import { installErrorHandler, sendProblem, toProblem } from './problem.ts'
import { installSecurity } from './security.ts'
import { installUnreadBody } from './unread-body.ts'

/** Ids from outside go into logs and answers. */
const requestIdPattern = /^[\w.:-]{1,100}$/

/** @param port opened already; without it `listen` opens one */
export async function createServer(config: Config, log: Logger, port?: OpenPort): Promise<FastifyInstance> {
  const app = Fastify({
    ...(port && { serverFactory: port.serverFactory }),
    loggerInstance: log as FastifyBaseLogger,
    // A line per request at debug level only: at info a busy server would write more than it serves.
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : crypto.randomUUID()
    },
    // A child logger per request costs more than most requests; log lines name the request's id instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy,
    bodyLimit: defaultBodyLimit,
    forceCloseConnections: 'idle',
    // Addresses of things are ours; a path that only differs in case is another path.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.decorateRequest('admitted', null)
  installErrorHandler(app)
  installJsonBody(app)
  installUnreadBody(app)
  await installSecurity(app, config)
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  // Any other content type is an upload: the handler reads the stream, nothing is buffered.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.addHook('preParsing', async (request) => {
    // An address that is not there reads no body.
    if (request.is404) throw new AppError('not_found')
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, toProblem(new AppError('not_found'), request)),
  )
  return app
}
