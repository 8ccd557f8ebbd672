/** A proxy to the test database that delays all messages, to find tests that check too early. */
import net from 'node:net'

/**
 * Listens on a separate port and forwards the data between clients and the server of `url` in order, each
 * chunk after 0 to `maxDelayMs` milliseconds, so that concurrent queries end in random order.
 * @returns the URL to use instead of `url`
 */
export async function slowDatabase(url: string, maxDelayMs: number): Promise<{ url: string; stop(): void }> {
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
      from.on('data', (chunk) => {
        const delay = new Promise<void>((resolve) => setTimeout(resolve, Math.random() * maxDelayMs))
        last = last.then(() => delay).then(() => void to.write(chunk))
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
  // A socket of the server would be used instead.
  slow.searchParams.delete('host')
  slow.port = String((server.address() as net.AddressInfo).port)
  return {
    url: slow.href,
    stop() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
