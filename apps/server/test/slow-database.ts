/** A proxy to the test database that delays every message, to find tests that check too early. */
import net from 'node:net'

/**
 * Listens on a port of its own and hands on what is said between a client and `url`'s server, in order, each piece
 * after 0 to `upToMs` milliseconds; so what ends at once on a quiet machine ends in any order here.
 * @returns the address to use instead of `url`, and the end of it
 */
export async function slowDatabase(url: string, upToMs: number): Promise<{ url: string; stop(): void }> {
  const { hostname, port } = new URL(url)
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const database = net.connect(Number(port || 5432), hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(from)
      let last = Promise.resolve()
      from.on('data', (piece) => {
        const pause = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * upToMs))
        last = last.then(() => pause).then(() => void to.write(piece))
      })
      from.on('close', () => {
        open.delete(from)
        last = last.then(() => void to.destroySoon())
      })
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const slow = new URL(url)
  slow.hostname = '127.0.0.1'
  slow.port = String((server.address() as net.AddressInfo).port)
  return {
    url: slow.href,
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
