/** Keeps mails and SMS on this machine, to be read at `/dev/outbox`. */
import { composeMail } from '../../../platform/mail/compose.ts'
import { createOutbox } from '../../../platform/mail/outbox.ts'
import type { Transport } from './transport.ts'

/** @param folder of the outbox of this machine */
export function outboxTransport(folder: string): Transport {
  const outbox = createOutbox(folder)
  return {
    maxInFlight: 5,
    async handOver(outgoing) {
      const mail = outgoing.kind === 'EMAIL' ? outgoing : await asMail(outgoing.to, outgoing.text)
      const { response, messageId } = await outbox.deliver(mail)
      return { providerId: messageId, detail: response }
    },
    check: async () => ({ isOk: true, detail: '' }),
    close: () => outbox.close(),
  }
}

/** The outbox lists mails, so an SMS is kept as one to an address that cannot exist. */
function asMail(to: string, text: string) {
  const html = `<p style="white-space: pre-wrap">${text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))}</p>`
  const mail = { to: `${to}@sms.invalid`, subject: 'SMS', text, html }
  return composeMail(mail, { name: 'SMS', address: 'sms@sms.invalid' })
}
