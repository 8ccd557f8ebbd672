/** A mail server that keeps what it takes in memory, on a real port. */
import type net from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface SinkMail {
  to: string
  /** When its last byte had come, by this process's monotonic clock. */
  at: number
}

export interface MailSink {
  port: number
  mails: SinkMail[]
  close(): Promise<void>
}

interface SinkOptions extends SMTPServerOptions {
  /** How long it takes to answer after a mail. */
  answerMs?: number
}

/** @param options of the server, such as a command that fails */
export async function aMailSink({ answerMs = 0, ...options }: SinkOptions = {}): Promise<MailSink> {
  const mails: SinkMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Looking the client's name up takes time.
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      stream.on('data', () => {})
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo[0]!.address, at: performance.now() })
        if (answerMs > 0) setTimeout(done, answerMs)
        else done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as net.AddressInfo).port,
    mails,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** The most mails within a sliding second. */
export function mostInASecond(mails: readonly SinkMail[]): number {
  const times = mails.map(({ at }) => at).sort((a, b) => a - b)
  let [first, most] = [0, 0]
  times.forEach((at, last) => {
    while (at - times[first]! >= 1000) first++
    most = Math.max(most, last - first + 1)
  })
  return most
}
