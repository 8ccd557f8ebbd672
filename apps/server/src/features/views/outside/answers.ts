/** Answers for visitors, kept for a short time: many look at one page, and it is the same for all of them. */

import crypto from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Deps, Versions } from '../../../engine/public.ts'
import { RawJson } from '../../../platform/http/bind.ts'
import type { Outside } from './definition.ts'

/** Between two writes an answer is kept this long: clocks go on, and filters may ask what day it is. */
const keptMs = 60_000
/** Of all kept answers together. */
const mostCharacters = 64_000_000
/** A browser does not hear of a write. */
const cacheControl = 'public, max-age=10'

interface Kept {
  version: number
  until: number
  answer: Promise<string>
  length: number
}

export class Answers {
  private readonly versions: Versions
  private readonly kept = new Map<string, Kept>()
  private characters = 0

  constructor({ live }: Pick<Deps, 'live'>) {
    this.versions = new Versions(live)
  }

  /** What `make` answers, or did since the team's data was last written to. */
  get(outside: Outside, question: string, make: () => Promise<string>): Promise<string> {
    const key = `${outside.model.teamId} ${outside.view.id} ${question}`
    const version = this.versions.of(outside.scope, false)
    const known = this.kept.get(key)
    if (known && known.version === version && known.until > Date.now()) return known.answer
    this.drop(key)
    const answer = make()
    const kept: Kept = { version, until: Date.now() + keptMs, answer, length: key.length }
    this.kept.set(key, kept)
    this.characters += kept.length
    answer.then(
      (text) => {
        if (this.kept.get(key) !== kept) return
        kept.length += text.length
        this.characters += text.length
        this.makeRoom()
      },
      () => this.kept.get(key) === kept && this.drop(key),
    )
    return answer
  }

  private makeRoom(): void {
    for (const key of this.kept.keys()) {
      if (this.characters <= mostCharacters) return
      this.drop(key)
    }
  }

  private drop(key: string): void {
    const known = this.kept.get(key)
    if (!known) return
    this.kept.delete(key)
    this.characters -= known.length
  }
}

/** Answers with the text, or that the visitor has it already. */
export async function sendKept(request: FastifyRequest, reply: FastifyReply, text: string): Promise<RawJson> {
  const etag = `"${crypto.createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply
    .header('cache-control', cacheControl)
    .header('etag', etag)
    .header('vary', 'accept-language, accept-encoding')
  const known = String(request.headers['if-none-match'] ?? '').split(',')
  if (known.some((one) => one.trim().replace(/^W\//, '') === etag)) await reply.code(304).send()
  return new RawJson(text)
}
