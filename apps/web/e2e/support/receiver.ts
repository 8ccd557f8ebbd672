/** A program on this machine that receives webhooks. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  url: string
  /** The status of its answers. */
  status: number
  /** Bodies of requests that it answered with 200, in order. */
  accepted: { type: string; data: { records: { name: string; values?: Record<string, unknown> }[] } }[]
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (receiver.status === 200) receiver.accepted.push(JSON.parse(body))
    response.writeHead(receiver.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    status: 200,
    accepted: [],
    close: () => server.close(),
  }
  return receiver
}
