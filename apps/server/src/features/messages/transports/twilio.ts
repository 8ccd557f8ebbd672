/** SMS by Twilio's REST API; see https://www.twilio.com/docs/messaging/api/message-resource. */
import type { HandOverDetail } from '@muster/contract/messages/hand-over-details'
import { z } from 'zod'
import { asJson, causeOf, withoutAnswer } from './http-answer.ts'
import { type Accepted, Refused, type Transport, TryLater, Unknown } from './transport.ts'

export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** A number, a short code or a name; unused with a messaging service. */
  from: string
  /** Empty: `from` sends. */
  messagingServiceSid: string
  /** Where Twilio reports what becomes of a message; null: nowhere. */
  statusCallback: string | null
  /** Another address in tests. */
  baseUrl?: string
}

const timeoutMs = 15_000
const messageSchema = z.object({ sid: z.string(), status: z.string() })
const errorSchema = z.object({ code: z.number().nullish(), message: z.string() })
/** Numbers that do not exist, are not mobile or have sent STOP: https://www.twilio.com/docs/api/errors. */
const addressErrors = new Set([21211, 21610, 21612, 21614])

export function twilioTransport(account: TwilioAccount): Transport {
  const { accountSid, authToken, from, messagingServiceSid, statusCallback } = account
  const url = `${account.baseUrl ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    maxInFlight: 10,
    async handOver(outgoing): Promise<Accepted> {
      if (outgoing.kind !== 'SMS') throw new Refused('wrong_method' satisfies HandOverDetail)
      const body = new URLSearchParams({
        To: outgoing.to,
        Body: outgoing.text,
        ...(messagingServiceSid ? { MessagingServiceSid: messagingServiceSid } : { From: from }),
        ...(statusCallback &&
          outgoing.recipientId !== null && {
            StatusCallback: `${statusCallback}?recipient=${outgoing.recipientId}`,
          }),
      })
      const request = { method: 'POST', headers: { authorization }, body, redirect: 'error' } as const
      const response = await fetch(`${url}/Messages.json`, {
        ...request,
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw withoutAnswer(error)
      })
      return read(response)
    },
    async check() {
      try {
        const response = await fetch(`${url}.json`, {
          headers: { authorization },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (response.ok) return { isOk: true, detail: '' }
        return { isOk: false, detail: errorOf(await response.text()).message }
      } catch (error) {
        return { isOk: false, detail: causeOf(error) }
      }
    },
    close: async () => {},
  }
}

async function read(response: Response): Promise<Accepted> {
  const text = await response.text().catch((error: unknown) => {
    // A status that refuses says enough.
    if (response.ok || response.status >= 500) throw new Unknown(causeOf(error))
    return ''
  })
  if (response.ok) {
    const message = messageSchema.safeParse(asJson(text))
    if (!message.success) throw new Unknown('answer_unreadable' satisfies HandOverDetail)
    return { providerId: message.data.sid, detail: message.data.status }
  }
  const { code, message } = errorOf(text)
  const detail = `${code ?? response.status} ${message}`
  if (response.status === 429 || response.status === 503) throw new TryLater(detail, true)
  // Whether it was created before the error is not known.
  if (response.status >= 500) throw new Unknown(detail)
  if (response.status === 401 || response.status === 403) throw new TryLater(detail, true)
  throw new Refused(detail, addressErrors.has(code ?? 0))
}

function errorOf(text: string): z.output<typeof errorSchema> {
  const error = errorSchema.safeParse(asJson(text))
  return error.success ? error.data : { message: text.slice(0, 200) }
}
