/** A short-lived cache of public responses: many visitors load the same page, and all get the same data. */

import crypto from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Deps, Versions } from '../../../engine/public.ts'
import { RawJson } from '../../../platform/http/bind.ts'
import type { PublicViewModel } from './public-view.ts'

/** Responses expire even without writes, because filters may depend on the current day. */
const maxAgeMs = 60_000
/** Limit of all cached responses together. */
const maxCharacters = 64_000_000
/** Short, because browsers are not notified of writes. */
const cacheControl = 'public, max-age=10'

interface CacheEntry {
  version: number
  until: number
  answer: Promise<string>
  length: number
}

export class ResponseCache {
  private readonly versions: Versions
  private readonly entries = new Map<string, CacheEntry>()
  private characters = 0

  constructor({ live }: Pick<Deps, 'live'>) {
    this.versions = new Versions(live)
  }

  /** The cached result of `make` if the team's data has not changed since, else a new one. */
  get(publicView: PublicViewModel, question: string, make: () => Promise<string>): Promise<string> {
    const key = `${publicView.model.teamId} ${publicView.view.id} ${question}`
    const version = this.versions.of(publicView.scope, false)
    const known = this.entries.get(key)
    if (known && known.version === version && known.until > Date.now()) return known.answer
    this.drop(key)
    const answer = make()
    const entry: CacheEntry = { version, until: Date.now() + maxAgeMs, answer, length: key.length }
    this.entries.set(key, entry)
    this.characters += entry.length
    answer.then(
      (text) => {
        if (this.entries.get(key) !== entry) return
        entry.length += text.length
        this.characters += text.length
        this.makeRoom()
      },
      () => this.entries.get(key) === entry && this.drop(key),
    )
    return answer
  }

  private makeRoom(): void {
    for (const key of this.entries.keys()) {
      if (this.characters <= maxCharacters) return
      this.drop(key)
    }
  }

  private drop(key: string): void {
    const known = this.entries.get(key)
    if (!known) return
    this.entries.delete(key)
    this.characters -= known.length
  }
}

/** Sends the text, or 304 if the visitor's browser has it cached. */
export async function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<RawJson> {
  const etag = `"${crypto.createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('vary', 'accept-language, accept-encoding')
  const known = String(request.headers['if-none-match'] ?? '').split(',')
  if (known.some((one) => one.trim().replace(/^W\//, '') === etag)) await reply.code(304).send()
  return new RawJson(text)
}
