/** A mail server that goes wrong at one command, some times, and works from then on. */
import net from 'node:net'
import type { MailSink, SinkMail } from './mail-sink.ts'

const commands = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'] as const
export type FaultAt = (typeof commands)[number]

export interface Fault {
  at: FaultAt
  /** A reply such as `450 Later`; or the connection is closed, or nothing is answered. */
  does: string
  /** How often. */
  times: number
}

const replies: Record<FaultAt, string> = {
  greeting: '220 sink',
  EHLO: '250 sink',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  END: '250 taken',
}

/** `END` is the end of a mail. */
export async function aFaultyServer(fault: Fault, port = 0): Promise<MailSink> {
  const mails: SinkMail[] = []
  let left = fault.times
  const server = net.createServer((socket) => {
    let to = ''
    let text = ''
    let isData = false
    const answer = (at: FaultAt) => {
      const isFault = fault.at === at && left > 0
      if (isFault) left--
      if (isFault && fault.does === 'hang') return
      if (isFault && fault.does === 'close') return void socket.destroy()
      const reply = isFault ? fault.does : replies[at]
      if (at === 'END' && !isFault) mails.push({ to, at: performance.now() })
      isData = at === 'DATA' && !isFault
      socket.write(`${reply}\r\n`)
      if (reply.startsWith('421')) socket.end()
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const length = text.indexOf(end)
        if (length < 0) return
        const line = text.slice(0, length)
        text = text.slice(length + end.length)
        if (isData) {
          isData = false
          answer('END')
          continue
        }
        if (/^RCPT/i.test(line)) to = /<(.*)>/.exec(line)?.[1] ?? ''
        const command = commands.find((name) => line.toUpperCase().startsWith(name))
        if (command) answer(command)
        else socket.write('250 ok\r\n')
      }
    })
    answer('greeting')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  return {
    port: (server.address() as net.AddressInfo).port,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
