/** Structured logs: one line of JSON per event on standard output, without secrets. */
import pino from 'pino'

export type Logger = pino.Logger

/** Keys whose values are redacted, at the top level of a logged object and one level below. */
const secretKeys = [
  'authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'clientSecret',
  'oidcClientSecret',
]

/** The paths in pino's notation; Fastify's serializers would add `req.headers` and `res.headers`. */
const redactedPaths = ['', '*', 'req.headers', 'res.headers', 'request.headers'].flatMap((parent) =>
  secretKeys.map((key) => (parent && !key.startsWith('[') ? `${parent}.${key}` : `${parent}${key}`)),
)

/**
 * @param level a pino level, or `silent`
 * @param destination default: standard output
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
