/** Structured logs: one JSON line per event on standard output, with nothing secret in them. */
import pino from 'pino'

export type Logger = pino.Logger

/** Keys whose values never reach a log, at the top of what is logged and one level below it. */
const secretKeys = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
]

/** Their paths in pino's notation; `req.headers` and `res.headers` are what Fastify's serialisers would add. */
const redactedPaths = ['', '*', 'req.headers', 'res.headers', 'request.headers'].flatMap((parent) =>
  secretKeys.map((key) => (parent && !key.startsWith('[') ? `${parent}.${key}` : `${parent}${key}`)),
)

/**
 * @param level a pino level, or `silent`
 * @param destination where the lines go; standard output when left out
 */
export function createLogger(level: string, destination?: pino.DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: redactedPaths, censor: '[redacted]' },
      serializers: { err: pino.stdSerializers.err, error: pino.stdSerializers.err },
    },
    destination,
  )
}
