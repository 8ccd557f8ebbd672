/** A mail server in a process of its own that takes everything; it tells its port, and on request what it has taken. */
import type net from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface SinkState {
  mails: number
  /** Recipients that got more than one. */
  doubles: number
}

const taken = new Map<string, number>()

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  maxClients: 100,
  onData(stream, { envelope }, done) {
    stream.on('data', () => {})
    stream.on('end', () => {
      const to = envelope.rcptTo[0]!.address
      taken.set(to, (taken.get(to) ?? 0) + 1)
      done()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () =>
  process.send!({ port: (server.server.address() as net.AddressInfo).port }),
)
process.on('message', () => {
  let [mails, doubles] = [0, 0]
  for (const count of taken.values()) {
    mails += count
    if (count > 1) doubles++
  }
  taken.clear()
  process.send!({ mails, doubles } satisfies SinkState)
})
