/**
 * HTTP on a raw connection, for tests of incomplete requests: bodies that stop half-way or are never sent.
 */
import net from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface RawConnection {
  /** Sends the request line and headers without the body. */
  head(method: string, path: string, headers?: Record<string, string | number>): void
  /**
   * Sends bytes. Resolves when the kernel has accepted them, which it delays while the server does not read.
   */
  write(bytes: string | Uint8Array): Promise<void>
  /** The next response. @throws Error when the connection closes before it is complete */
  answer(): Promise<RawAnswer>
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>
  close(): void
}

/** Connects to a listening app. */
export async function connectTo(app: FastifyInstance): Promise<RawConnection> {
  const { port } = app.server.address() as net.AddressInfo
  const socket = net.connect(port, '127.0.0.1')
  let received = Buffer.alloc(0)
  let onChange = () => {}
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    onChange()
  })
  // A reset counts as a close.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('close', () => onChange())
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))

  return {
    head(method, path, headers = {}) {
      const lines = Object.entries({ host: 'localhost', ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    },
    write: (bytes) => new Promise((resolve) => void socket.write(bytes, () => resolve())),
    answer: () =>
      new Promise((resolve, reject) => {
        onChange = () => {
          const next = firstAnswer(received)
          if (next) {
            received = received.subarray(next.length)
            resolve(next.answer)
          } else if (socket.closed) reject(new Error(`The connection closed after: ${received}`))
        }
        onChange()
      }),
    closed,
    close: () => socket.destroy(),
  }
}

/**
 * The first complete response. It must have a `content-length`, like all our responses to a rejected body.
 */
function firstAnswer(received: Buffer): { answer: RawAnswer; length: number } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = received.subarray(0, end).toString().split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (received.length < length) return undefined
  const body = received.subarray(end + 4, length).toString()
  return { answer: { status: Number(first.split(' ')[1]), headers, body }, length }
}
