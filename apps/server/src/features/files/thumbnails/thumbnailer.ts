/** The server's side of the image process: starts it on demand, and again when it has ended. */
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Config } from '../../../platform/config.ts'
import { maxPixels } from './formats.ts'
import type { ImageRequest, ImageResponse, ImageSize, Output } from './messages.ts'

type RequestWithoutId = ImageRequest extends infer One
  ? One extends ImageRequest
    ? Omit<One, 'id'>
    : never
  : never

interface PendingRequest {
  done(response: ImageResponse): void
}

/** The picture may be drawn another time: it took too long, or the process ended. */
export class NotDrawnYet extends Error {}

export class Thumbnailer {
  private child: ChildProcess | undefined
  private readonly pending = new Map<number, PendingRequest>()
  private lastId = 0

  /** Width and height from the header of a file; null when it is not an image of that format. */
  async measure(file: string, format: string): Promise<ImageSize | null> {
    const response = await this.send({ kind: 'measure', file, format, maxPixels })
    return response.size ?? null
  }

  /** Writes the outputs. @throws NotDrawnYet; Error with the decoder's message for a picture that it cannot read */
  async make(file: string, outputs: readonly Output[]): Promise<void> {
    const response = await this.send({ kind: 'make', file, maxPixels, outputs })
    if (response.isTemporary || response.hasEnded) throw new NotDrawnYet(response.error)
    if (response.error !== undefined) throw new Error(response.error)
  }

  /** Retries once: the process may have been exiting, or another image may have crashed it. */
  private async send(request: RequestWithoutId): Promise<ImageResponse> {
    const response = await this.sendOnce(request)
    return response.hasEnded ? this.sendOnce(request) : response
  }

  private sendOnce(request: RequestWithoutId): Promise<ImageResponse> {
    const child = this.running()
    this.lastId += 1
    const id = this.lastId
    return new Promise((resolve) => {
      this.pending.set(id, { done: resolve })
      child.send({ ...request, id } as ImageRequest, (error) => {
        if (error) this.resolve({ id, error: error.message, hasEnded: true })
      })
    })
  }

  private resolve(response: ImageResponse): void {
    const request = this.pending.get(response.id)
    this.pending.delete(response.id)
    request?.done(response)
  }

  private running(): ChildProcess {
    if (this.child?.connected) return this.child
    const [file, execArgv] = programOf(import.meta.dirname, import.meta.filename)
    const child = fork(file, {
      execArgv,
      // None of the server's secrets.
      env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // It must not keep the server from exiting; it exits when the server has.
    child.unref()
    child.channel?.unref()
    const { pending } = this
    child.on('message', (response: ImageResponse) => this.resolve(response))
    child.on('error', () => child.disconnect?.())
    child.on('exit', (code, signal) => {
      if (this.child !== child) return
      this.child = undefined
      for (const id of [...pending.keys()]) {
        this.resolve({ id, error: `The image process ended (${signal ?? code})`, hasEnded: true })
      }
    })
    this.child = child
    return child
  }
}

/** Development runs the source file; the build puts the program beside the server. */
function programOf(folder: string, self: string): [file: string, execArgv: string[]] {
  return self.endsWith('.ts')
    ? [path.join(folder, 'process.ts'), ['--import', 'tsx']]
    : [path.join(folder, 'pictures.js'), []]
}

const thumbnailers = new WeakMap<Config, Thumbnailer>()

/** One per config, so that all users of this process share one queue of images. */
export function thumbnailerOf(config: Config): Thumbnailer {
  const thumbnailer = thumbnailers.get(config) ?? new Thumbnailer()
  thumbnailers.set(config, thumbnailer)
  return thumbnailer
}
