/** A thread that makes HTML with the components of the web app, from a file of its build. */
import { Worker } from 'node:worker_threads'
import type { PrerenderAnswer, PrerenderRequest } from '@muster/contract/wizards/prerender'
import type { FastifyBaseLogger } from 'fastify'

/** A thread that works longer on one page has lost its way, and is started again. */
const mostWorkMs = 5000
/** More are not taken while the thread is busy. */
const mostWaiting = 50

interface Waiting {
  resolve(html: string | null): void
  timer: NodeJS.Timeout
}

/** @returns HTML; null if that fails, which is logged, or there is too much to do */
export type Render = (request: Omit<PrerenderRequest, 'id'>) => Promise<string | null>

export class Prerenderer {
  private readonly file: string
  private readonly log: Pick<FastifyBaseLogger, 'error'>
  private readonly waiting = new Map<number, Waiting>()
  private worker: Worker | null = null
  private lastId = 0

  constructor(file: string, log: Pick<FastifyBaseLogger, 'error'>) {
    this.file = file
    this.log = log
  }

  readonly render: Render = (request) => {
    if (this.waiting.size >= mostWaiting) return Promise.resolve(null)
    this.worker ??= this.start()
    const id = ++this.lastId
    const { worker } = this
    return new Promise((resolve) => {
      this.waiting.set(id, { resolve, timer: setTimeout(() => void worker.terminate(), mostWorkMs).unref() })
      worker.postMessage({ id, ...request } satisfies PrerenderRequest)
    })
  }

  async close(): Promise<void> {
    await this.worker?.terminate()
  }

  private start(): Worker {
    const worker = new Worker(this.file)
    // It keeps no process from ending.
    worker.unref()
    worker.on('message', (answer: PrerenderAnswer) => {
      if ('error' in answer) this.log.error({ err: answer.error }, 'a page could not be prerendered')
      this.settle(answer.id, 'html' in answer ? answer.html : null)
    })
    worker.on('error', (error) => this.log.error({ err: error }, 'the thread that prerenders pages failed'))
    worker.on('exit', () => {
      this.worker = null
      for (const id of this.waiting.keys()) this.settle(id, null)
    })
    return worker
  }

  private settle(id: number, html: string | null): void {
    const one = this.waiting.get(id)
    if (!one) return
    this.waiting.delete(id)
    clearTimeout(one.timer)
    one.resolve(html)
  }
}
