/** Another site on this machine, with pictures and what else may be at an address. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export class ForeignHost {
  /** By path. All others are answered with 404. */
  readonly answers = new Map<string, Answer>()
  /** Paths in the order of their requests. */
  readonly asked: string[] = []
  headers: http.IncomingHttpHeaders = {}
  private readonly server = http.createServer((request, response) => {
    const path = request.url ?? ''
    this.asked.push(path)
    this.headers = request.headers
    const answer = this.answers.get(path)
    if (answer) answer(request, response)
    else response.writeHead(404).end('not here')
  })

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** The address of a path; tests allow this host. */
  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`
  }

  serve(path: string, body: Buffer | string, type = 'image/png'): string {
    this.answers.set(path, (_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    )
    return this.url(path)
  }

  redirect(path: string, location: string): string {
    this.answers.set(path, (_request, response) => response.writeHead(302, { location }).end())
    return this.url(path)
  }
}
