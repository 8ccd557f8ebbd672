/** The server's end of the picture process: starts it when asked, starts another when it has ended. */
import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import type { Config } from '../../../platform/config.ts'
import { maxPixels } from './formats.ts'
import type { Ask, Look, Output, Told } from './messages.ts'

type AskWithoutId = Ask extends infer One ? (One extends Ask ? Omit<One, 'id'> : never) : never

interface Waiting {
  done(told: Told): void
}

export class Thumbnailer {
  private child: ChildProcess | undefined
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0

  /** Width and height by the head of a file; null when it is no picture of that format. */
  async look(file: string, format: string): Promise<Look | null> {
    const told = await this.ask({ kind: 'look', file, format, maxPixels })
    return told.look ?? null
  }

  /** Writes the outputs. @throws Error with the decoder's words */
  async make(file: string, outputs: readonly Output[]): Promise<void> {
    const told = await this.ask({ kind: 'make', file, maxPixels, outputs })
    if (told.error !== undefined) throw new Error(told.error)
  }

  /** Asked twice: the process may have been leaving, and another picture may have ended it. */
  private async ask(what: AskWithoutId): Promise<Told> {
    const told = await this.askOnce(what)
    return told.hasEnded ? this.askOnce(what) : told
  }

  private askOnce(what: AskWithoutId): Promise<Told> {
    const child = this.running()
    this.lastId += 1
    const id = this.lastId
    return new Promise((resolve) => {
      this.waiting.set(id, { done: resolve })
      child.send({ ...what, id } as Ask, (error) => {
        if (error) this.tell({ id, error: error.message, hasEnded: true })
      })
    })
  }

  private tell(told: Told): void {
    const waiting = this.waiting.get(told.id)
    this.waiting.delete(told.id)
    waiting?.done(told)
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
    // It must not keep the server from ending; it ends when the server has.
    child.unref()
    child.channel?.unref()
    const asked = this.waiting
    child.on('message', (told: Told) => this.tell(told))
    child.on('error', () => child.disconnect?.())
    child.on('exit', (code, signal) => {
      if (this.child !== child) return
      this.child = undefined
      for (const id of [...asked.keys()]) {
        this.tell({ id, error: `The picture process ended (${signal ?? code})`, hasEnded: true })
      }
    })
    this.child = child
    return child
  }
}

/** From the sources it runs as they are; the build puts it beside the server. */
function programOf(folder: string, self: string): [file: string, execArgv: string[]] {
  return self.endsWith('.ts')
    ? [path.join(folder, 'process.ts'), ['--import', 'tsx']]
    : [path.join(folder, 'pictures.js'), []]
}

const known = new WeakMap<Config, Thumbnailer>()

/** One for a process: pictures wait for each other, whoever asks for them. */
export function thumbnailerOf(config: Config): Thumbnailer {
  const made = known.get(config) ?? new Thumbnailer()
  known.set(config, made)
  return made
}
