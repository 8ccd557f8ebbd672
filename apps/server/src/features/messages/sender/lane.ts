/**
 * Hands over what waits for one sender, as its only owner: claims, marks, hands over and records, at the sender's pace. In
 * the ledger a row is `handing` from before its hand-over until its result is recorded, so whatever happens to this
 * process, it is known which mails may or may not have gone.
 */
import type { HandOverDetail } from '@muster/contract/messages/hand-over-details'
import type { Deps } from '../../../engine/public.ts'
import { teamSchema } from '../../../platform/migrate.ts'
import type { Outgoing, Transport } from '../transports/transport.ts'
import { Refused, TryLater } from '../transports/transport.ts'
import type { Composer } from './composer.ts'
import { Lease, type LeaseTimes } from './lease.ts'
import { type ClaimedRow, claim, findDue, giveBack, mark, record, recover } from './ledger.sql.ts'
import {
  currentVersion,
  findOpenMessages,
  type OpenMessage,
  type SendingSender,
  unfinishedMessages,
} from './open-messages.repo.ts'
import { type Result, resultOf } from './outcomes.ts'
import { Pace } from './pace.ts'
import { giveBackOfDay, setSenderState, takeOfDay } from './progress.repo.ts'
import { Progress } from './progress.ts'
import { Signal } from './signal.ts'

/** Rows in the batch of this process. */
const batch = 500
/** How long what may be sent is remembered, unless something is announced. */
const openMs = 250
/** Between two looks for urgent rows and for messages that have ended, and between two counts. */
const lookMs = 1000
const countMs = 3000
/** How long an idle lane is kept: taking it again may cost a second. */
const lingerMs = 2000
/** After failures that would meet every mail: doubled each time. */
const coolDown = { firstMs: 1000, lastMs: 60_000 }
/** How early rows are marked before the pace lets them go, so that it need not wait for the statement. */
const aheadMs = 150
/** Of a daily limit, taken at once. */
const dayPart = 50

export interface LaneOptions {
  deps: Pick<Deps, 'pool' | 'live' | 'log'>
  sender: SendingSender
  transport: Transport
  composer: Composer
  times: LeaseTimes
  /** The first pause after a failure of the sender. */
  coolDownMs?: number
}

/** A mail that is ready, and its row. */
interface Ready {
  row: ClaimedRow
  message: OpenMessage
  outgoing: Outgoing
}

export class Lane {
  readonly #options: LaneOptions
  readonly #schema: string
  readonly #lease: Lease
  readonly #pace: Pace
  readonly #progress: Progress
  readonly #signal = new Signal()
  #open: OpenMessage[] = []
  #openAt = Number.NEGATIVE_INFINITY
  #isCurrent = true
  /** Claimed and not marked, urgent ones first. */
  #batch: ClaimedRow[] = []
  /** Marked, and their results not recorded. */
  #handing = 0
  /** Of these, those that wait for the pace. */
  #marked: Ready[] = []
  #paceTimer: NodeJS.Timeout | undefined
  #results: Result[] = []
  #isRecording = false
  #lookedAt = Number.NEGATIVE_INFINITY
  #countedAt = performance.now()
  #counting: Promise<void> | undefined
  #claiming: Promise<void> | undefined
  #idleSince: number | null = null
  #coolUntil = Number.NEGATIVE_INFINITY
  #failures = 0
  #ofDay = 0
  #isDayOver = false
  #isStopping = false
  #error: unknown

  constructor(options: LaneOptions) {
    const { deps, sender, times } = options
    this.#options = options
    this.#schema = teamSchema(sender.teamId)
    this.#lease = new Lease(deps.pool, sender.id, times)
    this.#pace = new Pace(sender.ratePerSecond)
    this.#progress = new Progress(deps, { teamId: sender.teamId, schema: this.#schema })
  }

  /** Something was announced: messages were started, paused or resumed, or rows were added. */
  wake(): void {
    this.#openAt = Number.NEGATIVE_INFINITY
    this.#lookedAt = Number.NEGATIVE_INFINITY
    this.#signal.raise()
  }

  /** Hands nothing more over; `run` ends when what is on its way has its result. */
  stop(): void {
    this.#isStopping = true
    this.#signal.raise()
  }

  /**
   * Until nothing is due.
   *
   * @returns when the next row is due, in milliseconds from now, as far as known; 'taken' if another process has the lane
   */
  async run(): Promise<{ nextMs: number | null } | 'taken'> {
    const { deps, sender } = this.#options
    const taken = await this.#lease.take()
    if (!taken) return 'taken'
    this.#pace.goOn(taken.answeredAgo)
    try {
      const messageIds = await unfinishedMessages(deps.pool, sender.id)
      const { inDoubt } = await recover(deps.pool, this.#schema, { owner: this.#lease.owner, messageIds })
      if (inDoubt > 0) {
        deps.log.warn({ senderId: sender.id, inDoubt }, 'mails are in doubt after a process ended')
        for (const id of messageIds) this.#progress.changed(id)
      }
      if (taken.waitMs > 0) await new Promise((resolve) => setTimeout(resolve, taken.waitMs))
      while (this.#mayGoOn() && (await this.#step()));
      return { nextMs: await this.#nextMs() }
    } finally {
      await this.#end()
    }
  }

  #mayGoOn(): boolean {
    if (this.#error) throw this.#error
    return !this.#isStopping && !this.#lease.isLost && this.#isCurrent
  }

  /** @returns whether to go on */
  async #step(): Promise<boolean> {
    await this.#refreshOpen()
    await this.#lookUp()
    if (await this.#handOut()) return true
    const isIdle = this.#batch.length === 0 && this.#handing === 0
    this.#idleSince = isIdle ? (this.#idleSince ?? performance.now()) : null
    if (this.#idleSince !== null && performance.now() - this.#idleSince > lingerMs) return false
    await this.#signal.wait(this.#waitMs())
    return true
  }

  /** Until something can be done without an answer or an announcement. */
  #waitMs(): number {
    const now = performance.now()
    const untilLook = Math.max(1, this.#lookedAt + lookMs - now)
    if (this.#batch.length === 0 || this.#freeSlots() <= 0) return untilLook
    if (this.#coolUntil > now) return Math.min(untilLook, this.#coolUntil - now)
    // 0: results are on their way that make it worth a statement.
    const untilNext = this.#pace.untilNext()
    return Math.min(untilLook, untilNext === null ? untilLook : Math.max(0, untilNext - aheadMs) || untilLook)
  }

  #freeSlots(): number {
    return this.#options.transport.maxInFlight - this.#handing
  }

  async #refreshOpen(): Promise<void> {
    if (performance.now() - this.#openAt < openMs) return
    const { deps, sender } = this.#options
    const askedAt = performance.now()
    this.#isCurrent = (await currentVersion(deps.pool, sender.id)) === sender.version
    this.#open = this.#isCurrent ? await findOpenMessages(deps.pool, sender.id) : []
    this.#openAt = askedAt
    const ids = new Set(this.#open.map(({ id }) => id))
    const closed = this.#batch.filter(({ messageId }) => !ids.has(messageId))
    if (closed.length === 0) return
    this.#batch = this.#batch.filter(({ messageId }) => ids.has(messageId))
    await this.#giveBack(closed)
  }

  /** Fills the batch, looks for urgent rows that came later, counts, and ends what has ended. */
  async #lookUp(): Promise<void> {
    const now = performance.now()
    const isDue = now - this.#lookedAt >= lookMs
    const isLow = this.#batch.length < batch / 4 && this.#mayHaveMore
    if (isDue || isLow) {
      if (isDue) this.#lookedAt = now
      const before = isLow ? undefined : this.#batch.at(-1)?.priority
      this.#claiming ??= this.#claimInBackground(batch - this.#batch.length || batch, before)
      // Otherwise the batch goes on meanwhile.
      if (this.#batch.length === 0) await this.#claiming
    }
    if (now - this.#countedAt >= countMs) {
      this.#countedAt = now
      // Meanwhile the pace goes on.
      this.#counting ??= this.#count()
      await this.#finish()
    } else if (this.#batch.length === 0 && this.#handing === 0) await this.#finish()
  }

  async #count(): Promise<void> {
    try {
      await this.#progress.count()
    } catch (error) {
      this.#options.deps.log.warn({ err: error }, 'recipients could not be counted')
    }
    this.#counting = undefined
  }

  async #finish(): Promise<void> {
    const ended = await this.#progress.finishEnded(this.#open)
    if (ended.length > 0) this.#open = this.#open.filter(({ id }) => !ended.includes(id))
  }

  /** Whether the last claim brought as much as was asked for. */
  #mayHaveMore = true

  async #claimInBackground(count: number, before: number | undefined): Promise<void> {
    try {
      await this.#claim(count, before)
    } catch (error) {
      this.#error ??= error
    }
    this.#claiming = undefined
    this.#signal.raise()
  }

  async #claim(count: number, before: number | undefined): Promise<void> {
    if (!this.#lease.isSafe()) return
    const { owner } = this.#lease
    const messageIds = this.#open.map(({ id }) => id)
    const claimed = await claim(this.#options.deps.pool, this.#schema, { owner, messageIds, count, before })
    if (before === undefined) this.#mayHaveMore = claimed.length >= count
    if (claimed.length === 0) return
    this.#batch = [...this.#batch, ...claimed].sort((a, b) => a.priority - b.priority || a.id - b.id)
  }

  /** Marks as many rows as may go now, and hands them over without waiting for the results. @returns whether any */
  async #handOut(): Promise<boolean> {
    if (this.#batch.length === 0 || performance.now() < this.#coolUntil || !this.#lease.isSafe()) return false
    const slots = this.#freeSlots()
    const paced = this.#pace.free(aheadMs) - this.#marked.length
    let count = Math.min(slots, paced, this.#batch.length)
    if (count <= 0) return false
    // Each mark is a statement: while others are on their way, wait until it is worth one.
    const isWorthIt = count >= this.#options.transport.maxInFlight / 2 || count < slots
    if (!isWorthIt && this.#handing > 0) return false
    count = await this.#limitToDay(count)
    if (count === 0) return false
    const ready = await this.#compose(this.#batch.splice(0, count))
    const marked = await this.#mark(ready)
    this.#marked.push(...marked)
    this.#handOverMarked()
    return true
  }

  /** Hands over as many of the marked rows as the pace allows, and goes on when it allows more. */
  #handOverMarked(): void {
    clearTimeout(this.#paceTimer)
    while (this.#marked.length > 0) {
      // One that may not go any more needs no pace.
      const waitMs = this.#lease.isSafe() ? this.#pace.untilNext() : 0
      if (waitMs !== 0) {
        // Null: an answer comes first, which calls this again.
        if (waitMs !== null) this.#paceTimer = setTimeout(() => this.#handOverMarked(), waitMs)
        return
      }
      this.#handOver(this.#marked.shift() as Ready)
    }
  }

  /** How many of these the daily limit allows. */
  async #limitToDay(count: number): Promise<number> {
    const { deps, sender } = this.#options
    const { dailyLimit } = sender
    if (dailyLimit === null) return count
    if (this.#ofDay < count) {
      const { owner } = this.#lease
      const wanted = Math.max(dayPart, count)
      this.#ofDay += await takeOfDay(deps.pool, { senderId: sender.id, owner, dailyLimit, wanted })
    }
    this.#isDayOver = this.#ofDay === 0
    if (this.#isDayOver) this.#coolUntil = performance.now() + coolDown.lastMs
    return Math.min(count, this.#ofDay)
  }

  async #giveBackDay(): Promise<void> {
    const { deps, sender } = this.#options
    const { owner } = this.#lease
    if (this.#ofDay > 0) await giveBackOfDay(deps.pool, { senderId: sender.id, owner, count: this.#ofDay })
  }

  /** Before they are marked, so that as little as possible is in doubt after a crash. */
  async #compose(claimed: readonly ClaimedRow[]): Promise<Ready[]> {
    const { composer, sender } = this.#options
    const ready: Ready[] = []
    for (const row of claimed) {
      const message = this.#open.find(({ id }) => id === row.messageId)
      if (!message) {
        await this.#giveBack([row])
        continue
      }
      try {
        ready.push({ row, message, outgoing: await composer.compose(row, message, sender) })
      } catch (error) {
        await this.#failed(row, error)
      }
    }
    return ready
  }

  /** A row for which there is no mail. */
  async #failed(row: ClaimedRow, error: unknown): Promise<void> {
    const { id, tries } = row
    const [marked] = await this.#markRows([id])
    if (marked?.state !== 'handing') return
    this.#handing++
    const known = error instanceof Refused ? error : new TryLater('not_written' satisfies HandOverDetail)
    if (known !== error)
      this.#options.deps.log.error({ err: error, recipientId: id }, 'a message could not be written')
    await this.#ended(row, resultOf(id, tries + 1, known), known)
  }

  async #mark(ready: readonly Ready[]): Promise<Ready[]> {
    if (ready.length === 0) return []
    const marked = await this.#markRows(ready.map(({ row }) => row.id))
    const handing = new Set(marked.filter(({ state }) => state === 'handing').map(({ id }) => id))
    for (const { row } of ready) this.#progress.changed(row.messageId)
    this.#handing += handing.size
    if (this.#options.sender.dailyLimit !== null) this.#ofDay -= handing.size
    return ready.filter(({ row }) => handing.has(row.id))
  }

  #markRows(ids: readonly number[]) {
    const { deps, sender } = this.#options
    const { owner } = this.#lease
    return mark(deps.pool, this.#schema, { owner, ids, open: this.#open, method: sender.deliveryMethod })
  }

  #handOver({ row, outgoing }: Ready): void {
    const { id, tries } = row
    // The statement may have taken long, or the process may have been stopped.
    if (!this.#lease.isSafe()) {
      void this.#ended(
        row,
        resultOf(id, tries + 1, new TryLater('not_handed_over' satisfies HandOverDetail, true)),
      )
      return
    }
    this.#pace.started()
    this.#options.transport.handOver(outgoing).then(
      ({ providerId, detail }) => {
        this.#answered()
        const accepted = { retryInSeconds: null, isAttempt: true, isBounce: false }
        return this.#ended(row, { id, state: 'accepted', providerId, detail, ...accepted })
      },
      (error: unknown) => {
        this.#answered()
        return this.#ended(row, resultOf(id, tries + 1, error), error)
      },
    )
  }

  #answered(): void {
    this.#pace.ended()
    this.#handOverMarked()
  }

  /** @param error what the hand-over came to; none if it was not tried */
  async #ended(row: ClaimedRow, result: Result, error?: unknown): Promise<void> {
    this.#results.push(result)
    if (!this.#isRecording) void this.#record()
    if (result.state === 'accepted') await this.#recovered(row)
    else if (error !== undefined) await this.#failedToHandOver(row, result, error)
  }

  async #recovered({ messageId }: ClaimedRow): Promise<void> {
    const { deps, sender } = this.#options
    if (this.#failures > 0) await setSenderState(deps.pool, sender.id, 'active').catch(() => {})
    this.#failures = 0
    await this.#progress.handedOver(messageId, null)
  }

  /** A failure of the sender makes the lane wait; what is on its way meanwhile meets the same one and counts once. */
  async #failedToHandOver({ messageId }: ClaimedRow, { detail }: Result, error: unknown): Promise<void> {
    const isAboutSender = error instanceof TryLater && error.isAboutSender
    const now = performance.now()
    if (isAboutSender) {
      if (now < this.#coolUntil) return
      const first = this.#options.coolDownMs ?? coolDown.firstMs
      this.#coolUntil = now + Math.min(coolDown.lastMs, first * 2 ** this.#failures)
      this.#failures++
    }
    try {
      const isPaused = await this.#progress.handedOver(messageId, detail ?? '')
      if (!isPaused) return
      if (isAboutSender) {
        await setSenderState(this.#options.deps.pool, this.#options.sender.id, 'failing')
      }
      this.wake()
    } catch (reason) {
      this.#error ??= reason
    }
  }

  /** Records results until there are none; those that come meanwhile go into the next statement. */
  async #record(): Promise<void> {
    const { deps, sender } = this.#options
    this.#isRecording = true
    while (this.#results.length > 0) {
      const results = this.#results
      this.#results = []
      try {
        const { owner } = this.#lease
        await record(deps.pool, this.#schema, { owner, method: sender.deliveryMethod, results })
        this.#handing -= results.length
      } catch (error) {
        if (this.#lease.isLost || this.#isStopping) {
          this.#handing -= results.length
          deps.log.error({ err: error }, 'results of hand-overs are lost, their rows will be in doubt')
        } else {
          this.#results = [...results, ...this.#results]
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
      this.#signal.raise()
    }
    this.#isRecording = false
  }

  async #giveBack(claimed: readonly ClaimedRow[]): Promise<void> {
    const ids = claimed.map(({ id }) => id)
    await giveBack(this.#options.deps.pool, this.#schema, this.#lease.owner, ids)
  }

  async #nextMs(): Promise<number | null> {
    if (this.#isDayOver) return coolDown.lastMs
    if (this.#isStopping) return null
    if (this.#lease.isLost || !this.#isCurrent) return 0
    const ids = this.#open.map(({ id }) => id)
    return (await findDue(this.#options.deps.pool, this.#schema, ids)).nextMs
  }

  /** Waits for what is on its way, leaves nothing claimed, and counts when another process may already go on. */
  async #end(): Promise<void> {
    try {
      await this.#claiming
      while (this.#handing > 0) await this.#signal.wait(100)
      await this.#giveBack(this.#batch)
      await this.#giveBackDay()
    } catch (error) {
      this.#couldNotTidyUp(error)
    }
    try {
      await this.#leave()
      await this.#counting
      await this.#progress.count()
      await this.#finish()
    } catch (error) {
      this.#couldNotTidyUp(error)
    }
  }

  async #leave(): Promise<void> {
    const { deps, sender } = this.#options
    await this.#lease.release(this.#pace.answeredAgo())
    // One that waits for the lane takes it now, and not when it looks again.
    if (this.#isStopping) await deps.live.changed(sender.teamId, { kind: 'messages' })
  }

  #couldNotTidyUp(error: unknown): void {
    this.#options.deps.log.warn({ err: error }, 'a sender could not tidy up')
  }
}
