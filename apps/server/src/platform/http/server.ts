/** The HTTP server without endpoints: request ids, logs, security, errors, bodies. */

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

/** Restricts the ids that clients send, because they appear in logs and responses. */
const requestIdPattern = /^[\w.:-]{1,100}$/

/** @param port an open port; by default `listen` opens one */
export async function createServer(config: Config, log: Logger, port?: OpenPort): Promise<FastifyInstance> {
  const app = Fastify({
    ...(port && { serverFactory: port.serverFactory }),
    loggerInstance: log as FastifyBaseLogger,
    // Requests are logged at debug level only: a busy server would spend too much time writing its log.
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    genReqId: ({ headers }) => {
      const clientId = headers['x-request-id']
      const isValid = typeof clientId === 'string' && requestIdPattern.test(clientId)
      return isValid ? clientId : crypto.randomUUID()
    },
    // A child logger per request costs more than most requests; log lines name the request's id instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustProxy,
    bodyLimit: defaultBodyLimit,
    forceCloseConnections: 'idle',
    // Paths are case-sensitive.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.decorateRequest('admitted', null)
  // Hooks that wait for nothing take a callback: a promise for each costs every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  installErrorHandler(app)
  installJsonBody(app)
  installUnreadBody(app)
  await installSecurity(app, config)
  // Any other content type is an upload: the handler reads the stream, nothing is buffered.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.addHook('preParsing', (request, _reply, payload, done) => {
    // The body of a request to an unknown path is not read.
    if (request.is404) done(new AppError('not_found'))
    else done(null, payload)
  })
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, toProblem(new AppError('not_found'), request)),
  )
  return app
}
