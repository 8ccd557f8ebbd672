/** Senders: from whom, and by which server or provider, a team's messages go. */
import { resolve as resolveDns } from 'node:dns/promises'
import net from 'node:net'
import { AppError, type FieldError } from '@muster/contract/errors'
import { readEmail } from '@muster/contract/fields/types/common/email'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import {
  type CreateSender,
  type MessageSettings,
  type Sender,
  type SenderCheck,
  senderSettingsSchema,
  type TransportName,
  transportMethods,
  type UpdateSender,
} from '@muster/contract/messages/senders.api'
import type { Deps } from '../../../engine/public.ts'
import { audit } from '../../../platform/audit.ts'
import { type Transaction, transaction } from '../../../platform/db.ts'
import { decrypt, encrypt } from '../../../platform/encryption.ts'
import { isPublicAddress } from '../../../platform/public-addresses.ts'
import { transportOf } from '../transports/transport-of.ts'
import { checkDns, type DnsResolver } from './dns-checks.ts'
import { hookKeyHash, newHookKey } from './hook-key.ts'
import {
  awaitTopic,
  clearDefault,
  deleteSender,
  findSender,
  forgetTopic,
  hasEverHadSenders,
  insertSender,
  isWaitedFor,
  keepChecks,
  listSenders,
  lockSender,
  lockTeam,
  readSettings,
  type SenderRow,
  saveSettings,
  updateSender,
} from './senders.repo.ts'

type SenderDeps = Pick<Deps, 'pool' | 'config' | 'live'>

const defaultSettings: MessageSettings = {
  requiresApproval: false,
  tracksOpens: true,
  tracksClicks: true,
  postalAddress: '',
  smsQuietFrom: null,
  smsQuietTo: null,
}

/**
 * What is entered at a provider, by transport. Twilio is told with each message where to report its status, so that only
 * the address for incoming ones is entered there; to that of a mail server, returned mails are posted.
 */
const hookPaths: Partial<Record<TransportName, string>> = {
  ses: 'ses',
  smtp: 'bounces',
  twilio: 'twilioInbound',
}
/** So long an administrator has time to subscribe the address to a topic. */
const topicHours = { created: 24, checked: 1 }
/** What a provider wants in SPF. */
const spfOf: Partial<Record<TransportName, string>> = { ses: 'include:amazonses.com' }

/** A phone number in E.164, a short code, or a name that phones show instead of a number. */
const smsSender = /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{2,11})$/

export async function sendersFor(deps: SenderDeps, teamId: number): Promise<Sender[]> {
  await addFirstSenders(deps, teamId)
  return Promise.all((await listSenders(deps.pool, teamId)).map((row) => shown(deps, row)))
}

async function addFirstSenders({ pool, config }: SenderDeps, teamId: number): Promise<void> {
  if ((await hasEverHadSenders(pool, teamId)).length > 0) return
  await transaction(pool, (client) => insertFirstSenders(client, config, teamId))
}

/** A team that never had a sender gets those that keep messages on this machine, so that everything can be tried. */
async function insertFirstSenders(
  client: Transaction,
  config: Pick<SenderDeps['config'], 'publicUrl'>,
  teamId: number,
): Promise<void> {
  if ((await hasEverHadSenders(client, teamId)).length > 0) return
  await lockTeam(client, teamId)
  if ((await hasEverHadSenders(client, teamId)).length > 0) return
  const host = new URL(config.publicUrl).hostname
  const domain = host.includes('.') && net.isIP(host) === 0 ? host : 'muster.example'
  const first = (method: DeliveryMethod, name: string, fromAddress: string) =>
    insertSender(client, {
      teamId,
      name,
      deliveryMethodId: method,
      transport: 'outbox',
      fromName: '',
      fromAddress,
      replyTo: '',
      settings: senderSettingsSchema.parse({}),
      secret: null,
      ratePerSecond: 100,
      dailyLimit: null,
      bounceDomain: '',
      isDefault: true,
      hookKey: null,
      hookKeyHash: null,
    })
  await first('EMAIL', 'Outbox', `no-reply@${domain}`)
  await first('SMS', 'Outbox (SMS)', 'Muster')
}

/** By which messages go that nobody chose a sender for: the default one, or the first by name. */
export async function senderForAutomatic(
  client: Transaction,
  config: Pick<SenderDeps['config'], 'publicUrl'>,
  teamId: number,
  method: DeliveryMethod,
): Promise<number | null> {
  await insertFirstSenders(client, config, teamId)
  const sender = (await listSenders(client, teamId)).find(
    ({ deliveryMethodId }) => deliveryMethodId === method,
  )
  return sender?.id ?? null
}

/** Without its secrets. */
async function shown({ config }: SenderDeps, row: SenderRow): Promise<Sender> {
  const { secret, hookKey, ...sender } = row
  const path = hookPaths[row.transport]
  const hookUrl = path && hookKey ? `/api/hooks/${path}/${await decrypt(config, hookKey)}` : null
  return {
    ...sender,
    settings: senderSettingsSchema.parse(row.settings),
    hasSecret: secret !== null,
    hookUrl,
  }
}

/** @throws AppError not_found */
async function getSender(deps: SenderDeps, teamId: number, senderId: number): Promise<Sender> {
  return shown(deps, found(await findSender(deps.pool, teamId, senderId)))
}

function found(row: SenderRow | undefined): SenderRow {
  if (!row) throw new AppError('not_found')
  return row
}

/** @throws AppError validation_failed, name_taken */
export async function createSender(deps: SenderDeps, teamId: number, body: CreateSender): Promise<Sender> {
  const { secret, ...sender } = body
  requireValid(deps, sender)
  const encrypted = secret ? await encrypt(deps.config, secret) : null
  const key = hookPaths[body.transport] ? newHookKey() : null
  const hook = {
    hookKey: key === null ? null : await encrypt(deps.config, key),
    hookKeyHash: key === null ? null : hookKeyHash(key),
  }
  const id = await transaction(deps.pool, async (client) => {
    await lockTeam(client, teamId)
    if (body.isDefault) await clearDefault(client, teamId, body.deliveryMethodId)
    const senderId = await insertSender(client, { ...sender, teamId, secret: encrypted, ...hook })
    if (body.transport === 'ses') await awaitTopic(client, senderId, topicHours.created)
    await audit(client, { ...entryOf(teamId, senderId, body.name), action: 'created', after: audited(body) })
    return senderId
  })
  return getSender(deps, teamId, id)
}

/** @throws AppError not_found, validation_failed, name_taken, version_conflict */
export async function changeSender(
  deps: SenderDeps,
  teamId: number,
  senderId: number,
  { version, secret, state, ...changes }: UpdateSender,
): Promise<Sender> {
  const encrypted = secret ? await encrypt(deps.config, secret) : null
  await transaction(deps.pool, async (client) => {
    await lockTeam(client, teamId)
    const before = found(await lockSender(client, teamId, senderId))
    if (version !== undefined && version !== before.version) throw new AppError('version_conflict')
    const after = { ...before, ...changes }
    requireValid(deps, after)
    if (after.isDefault && !before.isDefault) await clearDefault(client, teamId, before.deliveryMethodId)
    const stored = secret === undefined ? before.secret : encrypted
    await updateSender(client, senderId, { ...after, secret: stored, state: state ?? null })
    const hasMoved = after.settings.region !== before.settings.region
    if (before.transport === 'ses' && hasMoved) await forgetTopic(client, senderId, topicHours.created)
    const entry = entryOf(teamId, senderId, after.name)
    const states = [before.state, state ?? before.state]
    await audit(client, {
      ...entry,
      action: 'updated',
      before: { ...audited(before), state: states[0] },
      after: { ...audited(after), state: states[1], ...(secret !== undefined && { hasNewSecret: true }) },
    })
  })
  // Processes that send look at it again.
  await deps.live.changed(teamId, { kind: 'messages' })
  return getSender(deps, teamId, senderId)
}

/** @throws AppError not_found, in_use while a message waits for it */
export async function removeSender(deps: SenderDeps, teamId: number, senderId: number): Promise<void> {
  await transaction(deps.pool, async (client) => {
    const before = found(await lockSender(client, teamId, senderId))
    if (await isWaitedFor(client, senderId)) throw new AppError('in_use')
    await deleteSender(client, senderId)
    await audit(client, {
      ...entryOf(teamId, senderId, before.name),
      action: 'deleted',
      before: audited(before),
    })
  })
}

const entryOf = (teamId: number, subjectId: number, name: string) =>
  ({ teamId, subject: 'message_sender', subjectId, name }) as const

const audited = ({ name, fromName, fromAddress, replyTo }: CreateSender | SenderRow) => ({
  name,
  fromName,
  fromAddress,
  replyTo,
})

type Checked = Pick<
  CreateSender,
  'deliveryMethodId' | 'transport' | 'fromAddress' | 'replyTo' | 'settings' | 'bounceDomain'
>

/** @throws AppError validation_failed */
function requireValid({ config }: SenderDeps, sender: Checked): void {
  const { deliveryMethodId: method, transport, fromAddress, replyTo, settings } = sender
  const errors: FieldError[] = []
  if (!transportMethods[transport].includes(method))
    errors.push({ path: 'transport', code: 'unknown_choice' })
  if (method === 'EMAIL' && !readEmail(fromAddress).ok)
    errors.push({ path: 'fromAddress', code: 'not_an_email' })
  if (method === 'SMS' && !smsSender.test(fromAddress))
    errors.push({ path: 'fromAddress', code: 'not_a_phone_number' })
  if (replyTo !== '' && !readEmail(replyTo).ok) errors.push({ path: 'replyTo', code: 'not_an_email' })
  const needed = neededSettings[transport].filter((name) => settings[name] === '')
  errors.push(...needed.map((name) => ({ path: `settings.${name}`, code: 'required' }) as const))
  const host = settings.host.toLowerCase()
  const isPrivate = host === 'localhost' || (net.isIP(host) !== 0 && !isPublicAddress(host))
  if (transport === 'smtp' && isPrivate && !config.mailHosts.includes(host))
    errors.push({ path: 'settings.host', code: 'host_not_public' })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

type TextSetting = 'host' | 'region' | 'user' | 'accountSid'
const neededSettings: Record<TransportName, readonly TextSetting[]> = {
  outbox: [],
  smtp: ['host'],
  ses: ['region', 'user'],
  twilio: ['accountSid'],
}

/**
 * Connects, signs in, and looks the domain up; nothing is sent.
 *
 * @throws AppError not_found
 */
export async function checkSender(
  deps: SenderDeps,
  teamId: number,
  senderId: number,
  resolver: DnsResolver = { resolveTxt: resolveText, resolveMx },
): Promise<Sender> {
  const row = found(await findSender(deps.pool, teamId, senderId))
  const [connection, dns] = await Promise.all([checkConnection(deps, row), checkDomain(row, resolver)])
  const checks: SenderCheck[] = [connection, ...dns]
  if (row.transport === 'ses') await awaitTopic(deps.pool, senderId, topicHours.checked)
  const state = connection.isOk ? (row.state === 'failing' ? 'active' : null) : 'failing'
  await keepChecks(deps.pool, teamId, senderId, { checks, state })
  return getSender(deps, teamId, senderId)
}

const resolveText: DnsResolver['resolveTxt'] = (name) => resolveDns(name, 'TXT')
const resolveMx: DnsResolver['resolveMx'] = (name) => resolveDns(name, 'MX')

async function checkConnection({ config }: SenderDeps, row: SenderRow): Promise<SenderCheck> {
  const settings = senderSettingsSchema.parse(row.settings)
  const transport = await transportOf(config, { ...row, settings })
  try {
    return { kind: 'connection', ...(await transport.check()) }
  } finally {
    await transport.close()
  }
}

async function checkDomain(row: SenderRow, resolver: DnsResolver): Promise<SenderCheck[]> {
  if (row.deliveryMethodId !== 'EMAIL' || row.transport === 'outbox') return []
  const domain = row.fromAddress.slice(row.fromAddress.lastIndexOf('@') + 1)
  const { bounceDomain, transport } = row
  return checkDns(resolver, { domain, spf: spfOf[transport] ?? null, selectors: [], bounceDomain })
}

export async function settingsOf({ pool }: SenderDeps, teamId: number): Promise<MessageSettings> {
  return (await readSettings(pool, teamId)) ?? defaultSettings
}

/** @throws AppError validation_failed for half a quiet time */
export async function changeSettings(
  deps: SenderDeps,
  teamId: number,
  changes: Partial<MessageSettings>,
): Promise<MessageSettings> {
  await transaction(deps.pool, async (client: Transaction) => {
    await lockTeam(client, teamId)
    const before = (await readSettings(client, teamId)) ?? defaultSettings
    const after = { ...before, ...changes }
    if ((after.smsQuietFrom === null) !== (after.smsQuietTo === null))
      throw new AppError('validation_failed', {
        errors: [{ path: after.smsQuietFrom === null ? 'smsQuietFrom' : 'smsQuietTo', code: 'required' }],
      })
    await saveSettings(client, teamId, after)
    await audit(client, {
      teamId,
      subject: 'message_settings',
      subjectId: teamId,
      name: '',
      action: 'updated',
      before: { ...before },
      after: { ...after },
    })
  })
  await deps.live.changed(teamId, { kind: 'messages' })
  return settingsOf(deps, teamId)
}
