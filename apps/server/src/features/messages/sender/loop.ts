/**
 * Sends outgoing messages, in each process that runs jobs. It is not a job itself: a queue gives a job to somebody else
 * after some hours, and what was handed over must never be handed over again.
 */
import type { Deps } from '../../../engine/public.ts'
import type { Transport } from '../transports/transport.ts'
import type { Composer } from './composer.ts'
import { Lane } from './lane.ts'
import { type LeaseTimes, leaseTimes } from './lease.ts'
import { findBusySenders, findSendingSender, type SendingSender } from './open-messages.repo.ts'
import { Signal } from './signal.ts'

export interface SendLoopOptions {
  deps: Pick<Deps, 'pool' | 'live' | 'log'>
  composer: Composer
  transportOf(sender: SendingSender): Promise<Transport>
  times?: LeaseTimes
  pollMs?: number
  coolDownMs?: number
}

/** How long a sender without anything due is left alone, unless something is announced. */
const restMs = 15_000

interface Running {
  lane: Lane
  teamId: number
  ended: Promise<void>
}

export class SendLoop {
  readonly #options: SendLoopOptions
  readonly #running = new Map<number, Running>()
  /** When senders are looked at again. */
  readonly #resting = new Map<number, { until: number; teamId: number }>()
  readonly #signal = new Signal()
  #work: Promise<void> | undefined
  #unsubscribe: (() => void) | undefined
  #isStopping = false

  constructor(options: SendLoopOptions) {
    this.#options = options
  }

  start(): void {
    this.#unsubscribe = this.#options.deps.live.onMessagesChanged((teamId) => this.wake(teamId))
    this.#work = this.#poll()
  }

  /** Ends when what is on its way has its result. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#unsubscribe?.()
    this.#signal.raise()
    const running = [...this.#running.values()]
    for (const { lane } of running) lane.stop()
    await Promise.all([this.#work, ...running.map(({ ended }) => ended)])
  }

  /** Something about the team's messages has changed. */
  wake(teamId: number): void {
    for (const [senderId, resting] of this.#resting)
      if (resting.teamId === teamId) this.#resting.delete(senderId)
    for (const running of this.#running.values()) if (running.teamId === teamId) running.lane.wake()
    this.#signal.raise()
  }

  async #poll(): Promise<void> {
    const { deps, pollMs = 1000 } = this.#options
    while (!this.#isStopping) {
      try {
        await this.#startLanes()
      } catch (error) {
        deps.log.warn({ err: error }, 'messages: could not look for what is to be sent')
      }
      await this.#signal.wait(pollMs)
    }
  }

  async #startLanes(): Promise<void> {
    const { deps } = this.#options
    const now = performance.now()
    for (const { senderId, teamId } of await findBusySenders(deps.pool)) {
      const isResting = (this.#resting.get(senderId)?.until ?? 0) > now
      if (this.#isStopping || isResting || this.#running.has(senderId)) continue
      const sender = await findSendingSender(deps.pool, senderId)
      if (!sender) continue
      this.#resting.delete(senderId)
      await this.#startLane(sender, teamId)
    }
  }

  async #startLane(sender: SendingSender, teamId: number): Promise<void> {
    const { deps, composer, transportOf, times = leaseTimes, coolDownMs } = this.#options
    const transport = await transportOf(sender)
    const lane = new Lane({ deps, sender, transport, composer, times, ...(coolDownMs && { coolDownMs }) })
    const rest = (ms: number) =>
      this.#resting.set(sender.id, { until: performance.now() + Math.min(restMs, ms), teamId })
    const ended = lane
      .run()
      .then((outcome) => {
        if (outcome !== 'taken') rest(Math.max(0, outcome.nextMs ?? restMs))
      })
      .catch((error: unknown) => {
        deps.log.error({ err: error, senderId: sender.id }, 'a sender stopped')
        rest(1000)
      })
      .finally(async () => {
        this.#running.delete(sender.id)
        await transport.close()
      })
    this.#running.set(sender.id, { lane, teamId, ended })
  }
}
