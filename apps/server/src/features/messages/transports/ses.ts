/** Mails by Amazon SES; see https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html. */
import type { HandOverDetail } from '@muster/contract/messages/hand-over-details'
import { z } from 'zod'
import { recipientTag } from '../events/ses-events.ts'
import { asJson, causeOf, withoutAnswer } from './http-answer.ts'
import { signRequest } from './sigv4.ts'
import { type Accepted, type Outgoing, Refused, type Transport, TryLater, Unknown } from './transport.ts'

export interface SesAccount {
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Events of mails are published by it; empty: none are. */
  configurationSet: string
  maxInFlight: number
  /** Another address in tests. */
  baseUrl?: string
}

const timeoutMs = 20_000
const acceptedSchema = z.object({ MessageId: z.string() })
const errorSchema = z.object({ message: z.string().nullish(), Message: z.string().nullish() })
/** Errors that every mail of the account would meet: limits, credentials, a domain that is not verified yet. */
const aboutSender = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'LimitExceededException',
  'AccountSuspendedException',
  'SendingPausedException',
  'MailFromDomainNotVerifiedException',
  'NotFoundException',
])

/** Makes one attempt: a request that is repeated could send a mail twice. */
export function sesTransport(account: SesAccount): Transport {
  const { region, accessKeyId, secretAccessKey, configurationSet, maxInFlight } = account
  const baseUrl = account.baseUrl ?? `https://email.${region}.amazonaws.com`
  const request = (method: 'GET' | 'POST', path: string, body: string) => {
    const keys = { accessKeyId, secretAccessKey, region, service: 'ses' }
    const { host } = new URL(baseUrl)
    const headers = signRequest(
      { method, host, path, headers: { 'content-type': 'application/json' }, body },
      keys,
      new Date(),
    )
    return fetch(baseUrl + path, {
      method,
      headers,
      ...(method === 'POST' && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  }
  return {
    maxInFlight,
    async handOver(outgoing): Promise<Accepted> {
      if (outgoing.kind !== 'EMAIL') throw new Refused('wrong_method' satisfies HandOverDetail)
      const body = JSON.stringify(sendEmail(outgoing, configurationSet))
      const response = await request('POST', '/v2/email/outbound-emails', body).catch((error: unknown) => {
        throw withoutAnswer(error)
      })
      return read(response)
    },
    async check() {
      try {
        const response = await request('GET', '/v2/email/account', '')
        if (response.ok) return { isOk: true, detail: '' }
        return { isOk: false, detail: messageOf(await response.text()) }
      } catch (error) {
        return { isOk: false, detail: causeOf(error) }
      }
    },
    close: async () => {},
  }
}

function sendEmail(mail: Extract<Outgoing, { kind: 'EMAIL' }>, configurationSet: string): object {
  // Names the recipient; tags may have these characters only.
  const [local = ''] = mail.messageId.slice(1).split('@')
  const isTag = /^[\w-]{1,256}$/.test(local)
  return {
    Content: { Raw: { Data: mail.raw.toString('base64') } },
    Destination: { ToAddresses: mail.envelope.to },
    ...(isTag && { EmailTags: [{ Name: recipientTag, Value: local }] }),
    ...(configurationSet && { ConfigurationSetName: configurationSet }),
  }
}

async function read(response: Response): Promise<Accepted> {
  const text = await response.text().catch((error: unknown) => {
    if (response.ok || response.status >= 500) throw new Unknown(causeOf(error))
    return ''
  })
  if (response.ok) {
    const accepted = acceptedSchema.safeParse(asJson(text))
    if (!accepted.success) throw new Unknown('answer_unreadable' satisfies HandOverDetail)
    return { providerId: accepted.data.MessageId, detail: `${response.status} ${accepted.data.MessageId}` }
  }
  // As `Name`, or `Name:http://…`.
  const name = (response.headers.get('x-amzn-errortype') ?? '').split(':')[0]!
  const detail = `${name || response.status} ${messageOf(text)}`.trim()
  if (response.status === 429 || response.status === 503 || aboutSender.has(name))
    throw new TryLater(detail, true)
  if (response.status === 401 || response.status === 403) throw new TryLater(detail, true)
  if (response.status >= 500) throw new Unknown(detail)
  throw new Refused(detail)
}

function messageOf(text: string): string {
  const error = errorSchema.safeParse(asJson(text))
  return (error.success && (error.data.message ?? error.data.Message)) || text.slice(0, 200)
}
