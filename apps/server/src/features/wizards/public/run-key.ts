/** The key of a visitor's run, which only the visitor has. */
import { AppError } from '@muster/contract/errors'
import { runKeyHeader } from '@muster/contract/wizards/run-key'
import type { FastifyRequest } from 'fastify'

/** @throws AppError not_found without a key that could be one, as for a wrong key */
export function runKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const key = headers[runKeyHeader]
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) throw new AppError('not_found')
  return key
}
