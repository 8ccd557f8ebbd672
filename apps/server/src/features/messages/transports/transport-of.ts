/** The transport of a sender, with its secret. */
import path from 'node:path'
import type { SenderSettings, TransportName } from '@muster/contract/messages/senders.api'
import type { Deps } from '../../../engine/public.ts'
import { decrypt } from '../../../platform/encryption.ts'
import { outboxTransport } from './outbox.ts'
import { smtpTransport } from './smtp.ts'
import type { Transport } from './transport.ts'
import { twilioTransport } from './twilio.ts'

interface SenderAccount {
  transport: TransportName
  settings: SenderSettings
  /** Encrypted. */
  secret: string | null
  ratePerSecond: number
  fromAddress: string
}

interface Account extends Omit<SenderAccount, 'secret'> {
  secret: string
}

type Config = Pick<Deps['config'], 'dataDir' | 'mailHosts' | 'secret'>

const transports: Partial<Record<TransportName, (config: Config, account: Account) => Transport>> = {
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
  twilio: (_config, { settings: { accountSid, messagingServiceSid }, secret, fromAddress }) =>
    twilioTransport({
      accountSid,
      messagingServiceSid,
      authToken: secret,
      from: fromAddress,
      statusCallback: null,
    }),
}

export const hasTransport = (name: TransportName): boolean => transports[name] !== undefined

/** Mail servers often take few connections from the same address, and a slow sender needs few. */
function connectionsFor(ratePerSecond: number): number {
  if (ratePerSecond <= 20) return 5
  return ratePerSecond <= 200 ? 10 : 20
}

/** @throws Error if the secret was encrypted with another `MUSTER_SECRET` */
export async function transportOf(config: Config, account: SenderAccount): Promise<Transport> {
  const secret = account.secret === null ? '' : await decrypt(config, account.secret)
  const create = transports[account.transport]
  if (!create) throw new Error(`There is no transport ${account.transport}`)
  return create(config, { ...account, secret })
}
