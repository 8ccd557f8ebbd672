/**
 * Messages of Amazon SNS: their signature, and the confirmation of a subscription. See
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html.
 */
import crypto from 'node:crypto'
import { z } from 'zod'

const text = z.string().max(300_000)
export const snsMessageSchema = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: text,
  TopicArn: text,
  Message: text,
  Timestamp: text,
  SignatureVersion: z.enum(['1', '2']),
  Signature: text,
  SigningCertURL: text,
  Subject: text.optional(),
  SubscribeURL: text.optional(),
  Token: text.optional(),
})
export type SnsMessage = z.output<typeof snsMessageSchema>

const hashes = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' } as const
const signedNames = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** The text that is signed: name and value on a line each; a notification may have no subject. */
export function signedText(message: SnsMessage): string {
  const lines = signedNames[message.Type].flatMap((name) => {
    const value = message[name]
    return value === undefined ? [] : [name, value]
  })
  return `${lines.join('\n')}\n`
}

/** Reads a URL at Amazon. @throws Error */
export type FetchText = (url: string) => Promise<string>

/** Keys by the URL of their certificate; Amazon changes them rarely. */
const maxKeys = 20

export class Sns {
  readonly #fetchText: FetchText
  readonly #keys = new Map<string, Promise<crypto.KeyObject>>()

  constructor(fetchText: FetchText = fetchFromAmazon) {
    this.#fetchText = fetchText
  }

  /** Whether SNS of this region has signed it. */
  async isGenuine(message: SnsMessage, region: string): Promise<boolean> {
    const { SigningCertURL: url, SignatureVersion: version, Signature: signature } = message
    if (!isSnsUrl(url, region) || !new URL(url).pathname.endsWith('.pem')) return false
    const key = await this.#key(url).catch(() => undefined)
    if (!key) return false
    const signed = Buffer.from(signedText(message))
    return crypto.verify(hashes[version], signed, key, Buffer.from(signature, 'base64'))
  }

  /** Confirms the subscription to the topic of a genuine message. @throws Error */
  async confirm({ SubscribeURL: url = '', TopicArn: topicArn }: SnsMessage, region: string): Promise<void> {
    if (!isSnsUrl(url, region)) throw new Error('The address to confirm is not one of Amazon SNS')
    const query = new URL(url).searchParams
    const isOfTopic = query.get('Action') === 'ConfirmSubscription' && query.get('TopicArn') === topicArn
    if (!isOfTopic) throw new Error('The address to confirm is of another topic')
    await this.#fetchText(url)
  }

  #key(url: string): Promise<crypto.KeyObject> {
    const known = this.#keys.get(url)
    if (known) return known
    const key = this.#fetchText(url).then((pem) => crypto.createPublicKey(pem))
    if (this.#keys.size >= maxKeys) this.#keys.clear()
    this.#keys.set(url, key)
    key.catch(() => this.#keys.delete(url))
    return key
  }
}

/** Over HTTPS, at the host of SNS in the region, on its usual port and without credentials. */
function isSnsUrl(url: string, region: string): boolean {
  if (!/^[a-z0-9-]+$/.test(region) || !URL.canParse(url)) return false
  const { protocol, host, username, password } = new URL(url)
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return protocol === 'https:' && host === `sns.${region}.${domain}` && username === '' && password === ''
}

/** `arn:aws:sns:eu-west-1:123456789012:name` */
export const isTopicIn = (topicArn: string, region: string): boolean =>
  new RegExp(`^arn:aws[a-z-]*:sns:${region}:\\d{12}:[\\w-]{1,256}$`).test(topicArn)

const timeoutMs = 10_000
const maxLength = 100_000

async function fetchFromAmazon(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const body = await response.text()
  if (!response.ok || body.length > maxLength) throw new Error(`Amazon answered ${response.status}`)
  return body
}
