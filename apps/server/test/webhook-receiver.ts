/** A receiver of webhooks on this machine: checks signatures, keeps what it accepts, can be taken down. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  id: string
  type: string
  data: {
    operationId: number
    records: { id: number; version: number; name?: string | null; values?: Record<string, unknown> }[]
  }
}

export class WebhookReceiver {
  secret = ''
  /** The status that it answers, after which it does not keep the request unless it is 2xx. */
  status = 200
  readonly received: Received[] = []
  /** Requests, whatever came of them. */
  requests = 0
  private port = 0
  private server: http.Server | undefined

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook?key=hidden`
  }

  /** Listens, on the same port as before. */
  async start(): Promise<void> {
    this.server = http.createServer((request, response) => void this.take(request, response))
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  async stop(): Promise<void> {
    const server = this.server
    if (!server) return
    this.server = undefined
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }

  private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.requests += 1
    let body = ''
    for await (const chunk of request) body += chunk
    const isAccepted = this.status >= 200 && this.status < 300
    if (isAccepted) {
      const headers = request.headers as Record<string, string>
      // Throws for a wrong signature, and the request then stays without an answer.
      const { type, data } = new Webhook(this.secret).verify(body, headers) as Omit<Received, 'id'>
      this.received.push({ id: headers['webhook-id']!, type, data })
    }
    response.writeHead(this.status, this.status === 302 ? { location: this.url } : {}).end('{}')
  }
}
