/**
 * `/dev/outbox`: the mails that stayed on this machine, to read. There is none when a mail server is configured, or
 * in production with a database of one's own. Mails hold links that sign people in, so that only somebody at this very
 * machine, or a system administrator, may read them.
 */
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { createOutboxMailer, type OutboxMail } from '../mail/outbox.ts'
import type { Authenticator } from './context.ts'
import { type Html, html, page } from './html.ts'

type OutboxConfig = Pick<
  Config,
  'smtpUrl' | 'databaseUrl' | 'environment' | 'dataDir' | 'mailFrom' | 'trustProxy'
>

function hasOutboxPage({ smtpUrl, databaseUrl, environment }: OutboxConfig): boolean {
  return !smtpUrl && (!databaseUrl || environment === 'development')
}

export function installOutboxPage(
  app: FastifyInstance,
  { config }: { config: OutboxConfig },
  authenticator: Authenticator,
): void {
  if (!hasOutboxPage(config)) return
  const outbox = createOutboxMailer(path.join(config.dataDir, 'outbox'), config.mailFrom)
  const mayRead = async (request: FastifyRequest) =>
    isAtThisMachine(request) || Boolean((await authenticator.user(request))?.isSysAdmin)

  app.get('/dev/outbox', async (request, reply) => {
    if (!(await mayRead(request))) return reply.callNotFound()
    return sendPage(reply, listPage(await outbox.list(200)))
  })
  app.get<{ Params: { id: string } }>('/dev/outbox/:id', async (request, reply) => {
    if (!(await mayRead(request))) return reply.callNotFound()
    const mail = await outbox.read(request.params.id)
    return mail ? sendPage(reply, mailPage(mail)) : reply.callNotFound()
  })
}

/** By the name of this machine and not through a proxy; a page elsewhere that took our address has another name. */
function isAtThisMachine(request: FastifyRequest): boolean {
  const isForwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  return (
    !isForwarded &&
    ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip) &&
    ['localhost', '127.0.0.1', '[::1]', '::1'].includes(request.hostname)
  )
}

function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(text)
}

function listPage(mails: { id: string; date: string; to: string[]; subject: string }[]): string {
  return page(
    'Outbox',
    html`<h1>Outbox</h1>
<p class="muted">No mail server is configured: mails stay on this machine. Newest first.</p>
${
  mails.length === 0
    ? html`<p>No mail yet.</p>`
    : html`<table><tr><th>Sent</th><th>To</th><th>Subject</th></tr>
${mails.map(
  ({ id, date, to, subject }) =>
    html`<tr><td>${date.slice(0, 19).replace('T', ' ')}</td><td>${to.join(', ')}</td><td><a href="/dev/outbox/${id}">${subject}</a></td></tr>`,
)}</table>`
}`,
  )
}

/** The HTML part is shown in a frame that may run nothing; links open in a window of their own. */
function mailPage({ date, from, to, subject, html: content, text }: OutboxMail): string {
  return page(
    subject,
    html`<p><a href="/dev/outbox">Outbox</a></p>
<h1>${subject}</h1>
<table>
<tr><th>From</th><td>${from}</td></tr><tr><th>To</th><td>${to.join(', ')}</td></tr><tr><th>Sent</th><td>${date}</td></tr>
</table>
<h2>Text</h2>
<pre style="white-space:pre-wrap">${linked(text)}</pre>
<h2>HTML</h2>
<iframe title="HTML part" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${content}`}"></iframe>`,
  )
}

function linked(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}
