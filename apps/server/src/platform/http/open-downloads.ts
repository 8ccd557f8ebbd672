/** Ends downloads in progress once their reader may no longer have them (spec section 4). */
import type { FastifyReply } from 'fastify'
import type { Invalidation, Live } from '../live.ts'

interface Download {
  teamId: number
  userId: string
  sessionId: string
  reply: FastifyReply
  /** Checks with current permissions. @throws when the download is no longer allowed */
  check(): Promise<unknown>
}

export class OpenDownloads {
  private readonly open = new Set<Download>()

  constructor(live: Pick<Live, 'onInvalidation'>) {
    live.onInvalidation(
      (what) => this.checkThose((download) => concerns(download, what)),
      () => this.checkThose(() => true),
    )
  }

  /** Checks the download after each change of permissions, until it has been sent. */
  track(download: Download): void {
    this.open.add(download)
    download.reply.raw.once('close', () => this.open.delete(download))
  }

  private checkThose(matches: (download: Download) => boolean): void {
    for (const download of this.open) {
      // A truncated response that looks complete would be worse than a failed one.
      if (matches(download)) download.check().catch(() => download.reply.raw.destroy())
    }
  }
}

function concerns({ teamId, userId, sessionId }: Download, what: Invalidation): boolean {
  if ('user' in what) return userId === what.user
  if ('session' in what) return sessionId === what.session
  if ('models' in what) return false
  return teamId === ('team' in what ? what.team : what.model)
}
