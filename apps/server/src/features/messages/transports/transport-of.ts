/** The transport of a sender, with its secret. */
import net from 'node:net'
import path from 'node:path'
import type { SenderSettings, TransportName } from '@muster/contract/messages/senders.api'
import type { Deps } from '../../../engine/public.ts'
import { decrypt } from '../../../platform/encryption.ts'
import { isPublicAddress } from '../../../platform/public-addresses.ts'
import { outboxTransport } from './outbox.ts'
import { sesTransport } from './ses.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'
import { twilioTransport } from './twilio.ts'

interface SenderAccount {
  transport: TransportName
  settings: SenderSettings
  /** Encrypted. */
  secret: string | null
  /** Encrypted. */
  hookKey: string | null
  ratePerSecond: number
  fromAddress: string
}

interface Account extends Omit<SenderAccount, 'secret'> {
  secret: string
}

type Config = Pick<Deps['config'], 'dataDir' | 'mailHosts' | 'publicUrl' | 'secret'>

const transports: Record<TransportName, (config: Config, account: Account) => Transport> = {
  outbox: ({ dataDir }) => outboxTransport(path.join(dataDir, 'outbox')),
  smtp: ({ mailHosts }, { settings: { host, port, isSecure, user }, secret, ratePerSecond }) =>
    smtpTransport({
      host,
      port,
      isSecure,
      user,
      password: secret,
      isPrivateAllowed: mailHosts.includes(host.toLowerCase()),
      maxConnections: connectionsFor(ratePerSecond),
    }),
  ses: (_config, { settings: { region, user, configurationSet }, secret, ratePerSecond }) =>
    sesTransport({
      region,
      accessKeyId: user,
      secretAccessKey: secret,
      configurationSet,
      maxInFlight: connectionsFor(ratePerSecond),
    }),
  twilio: ({ publicUrl }, { settings: { accountSid, messagingServiceSid }, secret, hookKey, fromAddress }) =>
    twilioTransport({
      accountSid,
      messagingServiceSid,
      authToken: secret,
      from: fromAddress,
      statusCallback: hookKey === null ? null : callbackUrl(publicUrl, `/api/hooks/twilio/${hookKey}`),
    }),
}

/** Null on a machine that providers cannot reach: they refuse such an address, and the message with it. */
function callbackUrl(publicUrl: string, path: string): string | null {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  const isReachable = net.isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
  return isReachable ? publicUrl + path : null
}

/** Mail servers often take few connections from the same address, and a slow sender needs few. */
function connectionsFor(ratePerSecond: number): number {
  if (ratePerSecond <= 20) return 5
  return ratePerSecond <= 200 ? 10 : 20
}

/** @throws Error if the secret was encrypted with another `MUSTER_SECRET` */
export async function transportOf(config: Config, account: SenderAccount): Promise<Transport> {
  const secret = account.secret === null ? '' : await decrypt(config, account.secret)
  const hookKey = account.hookKey === null ? null : await decrypt(config, account.hookKey)
  return transports[account.transport](config, { ...account, secret, hookKey })
}
