/** Tells programs from people: scanners follow every link of a mail, and servers load its pictures before anybody reads it. */
import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'

/** Mail programs and their proxies that load pictures when somebody opens the mail. */
const readers = /GoogleImageProxy|YahooMailProxy|Outlook-(iOS|Android)/i
const prefetchHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'] as const

/** What a request alone tells; others are known by when they come (`hits.repo.ts`). */
export function isMachine(method: string, headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent']?.trim() ?? ''
  const isPrefetch = prefetchHeaders.some((name) => /prefetch|preview/i.test(String(headers[name] ?? '')))
  if (method === 'HEAD' || isPrefetch) return true
  // Apple's servers, which load the pictures of every mail, call themselves "Mozilla/5.0".
  return !readers.test(agent) && (agent === '' || isbot(agent))
}
