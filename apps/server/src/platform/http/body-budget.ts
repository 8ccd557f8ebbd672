/**
 * Limits the memory for large request bodies in a process, because a body stays in memory until its request
 * has been answered. A request waits for its share before its body is read; meanwhile TCP backpressure stops
 * the sender. Small bodies never wait, so large ones delay only each other.
 */
import { finished } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Aborts slow senders, which would otherwise keep their share. Node's own default for receiving a request.
 */
const receiveMs = 300_000

interface Waiting {
  bytes: number
  start(): void
}

export class BodyBudget {
  private free: number
  private readonly total: number
  private readonly waitMs: number
  private readonly queue: Waiting[] = []

  constructor({ bytes, waitMs }: { bytes: number; waitMs: number }) {
    this.free = bytes
    this.total = bytes
    this.waitMs = waitMs
  }

  /**
   * Waits for a share in FIFO order. The share is released when the request has been answered or aborted.
   * @throws AppError busy, with `Retry-After`, when the wait is too long
   */
  async reserve(bytes: number, { raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
    // A request for more than the total would wait forever.
    const share = Math.min(bytes, this.total)
    if (this.queue.length === 0 && share <= this.free) this.free -= share
    else await this.wait(share, reply)
    const timer = setTimeout(() => raw.destroy(), receiveMs)
    raw.once('end', () => clearTimeout(timer))
    finished(reply.raw, () => {
      clearTimeout(timer)
      this.free += share
      this.startWaiting()
    })
  }

  /** Resolves once the share has been taken. */
  private async wait(bytes: number, reply: FastifyReply): Promise<void> {
    const isInTime = await new Promise<boolean>((resolve) => {
      const leave = () => {
        this.queue.splice(this.queue.indexOf(waiting), 1)
        settle(false)
        this.startWaiting()
      }
      const timer = setTimeout(leave, this.waitMs)
      const stopWatching = finished(reply.raw, leave)
      const settle = (isStarted: boolean) => {
        clearTimeout(timer)
        stopWatching()
        resolve(isStarted)
      }
      const waiting: Waiting = { bytes, start: () => settle(true) }
      this.queue.push(waiting)
    })
    if (isInTime) return
    reply.header('retry-after', Math.ceil(this.waitMs / 1000))
    throw new AppError('busy')
  }

  private startWaiting(): void {
    for (let next = this.queue[0]; next && next.bytes <= this.free; next = this.queue[0]) {
      this.queue.shift()
      this.free -= next.bytes
      next.start()
    }
  }
}
