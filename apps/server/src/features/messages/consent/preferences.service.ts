/**
 * What people decide on their own pages: to subscribe, to confirm it, to leave. Reading a page changes nothing, since
 * programs open links in mails (RFC 8058).
 */
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type { Preferences, publicConsentApi } from '@muster/contract/messages/consent.api'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { notificationTypes } from '@muster/contract/messages/notifications'
import { languages as allLanguages, type Language } from '@muster/contract/paging'
import type { Deps, TeamModel } from '../../../engine/public.ts'
import { type Executor, type Transaction, transaction } from '../../../platform/db.ts'
import { attempt, queueMail, subscriptionMail } from '../../auth/public.ts'
import { addressHash as hashOf, maskAddress, readAddress } from '../audience/address.ts'
import { countLater } from '../events/note-event.ts'
import { type ConsentToken, readConsentToken, signConsentToken } from './consent-token.ts'
import {
  findSubjects,
  logConsent,
  pendingSubjects,
  type SubjectRow,
  setSubscriptions,
  subscriptionsOf,
} from './subjects.repo.ts'
import {
  methodOfMessage,
  notifyRecipient,
  recipientOf,
  releaseAddress,
  suppressAddresses,
  suppressionOf,
} from './suppressions.repo.ts'

/** How long the link to confirm works. */
const confirmDays = 7
const mailsToAddressPerDay = 5
const subscriptionsPerAddressAndHour = 30

/** Proof of work, as public wizards ask for it. */
export interface ProofOfWork {
  /** @throws AppError proof_invalid */
  verify(proof: string): Promise<string>
  /** @throws AppError proof_invalid */
  spend(nonce: string): Promise<void>
}

/** Who is meant by a token. */
interface Person {
  model: TeamModel
  method: DeliveryMethod
  addressHash: Buffer
  /** Masked; empty where only its hash is known. */
  address: string
  language: Language
  recipient: { recipientId: number; messageId: number } | null
}

type ConsentDeps = Pick<Deps, 'pool' | 'models' | 'config' | 'jobs'>

export class PreferencesService {
  private readonly deps: ConsentDeps
  private readonly proofs: ProofOfWork

  constructor(deps: ConsentDeps, proofs: ProofOfWork) {
    this.deps = deps
    this.proofs = proofs
  }

  /** @throws AppError not_found for a token that was not signed here */
  async preferences(token: string): Promise<Preferences> {
    return presentPreferences(this.deps.pool, await this.personOf(token))
  }

  /** @throws AppError not_found */
  async save(
    token: string,
    { isUnsubscribed, subscribedSubjectIds }: Body<typeof publicConsentApi.savePreferences>,
    network: string,
  ): Promise<Preferences> {
    const person = await this.personOf(token)
    const { model } = person
    await transaction(this.deps.pool, async (client) => {
      await setUnsubscribed(this.deps.jobs, client, person, { isUnsubscribed, network })
      const shown = await offeredTo(client, person)
      const wanted = shown.filter(({ id }) => !isUnsubscribed && subscribedSubjectIds.includes(id))
      const left = shown.filter(({ id }) => !wanted.some((one) => one.id === id))
      const own = [{ addressHash: person.addressHash, address: '' }]
      const change = { language: null, source: 'preferences', network }
      if (wanted.length > 0) {
        await setSubscriptions(client, model, person.method, own, {
          ...change,
          subjectIds: wanted.map(({ id }) => id),
          state: 'subscribed',
        })
      }
      await leaveSubjects(client, person, left, change)
    })
    return presentPreferences(this.deps.pool, person)
  }

  /** One click, by the program in which the mail is read (RFC 8058). @throws AppError not_found */
  async unsubscribe(token: string, network: string): Promise<void> {
    const person = await this.personOf(token)
    await transaction(this.deps.pool, (client) =>
      setUnsubscribed(this.deps.jobs, client, person, { isUnsubscribed: true, network }),
    )
  }

  /** @throws AppError not_found */
  async subscriptionPage(teamId: number, languages: readonly (Language | undefined)[]) {
    const model = await this.deps.models.get(teamId)
    const subjects = (await findSubjects(this.deps.pool, teamId)).filter(({ isPublic }) => isPublic)
    const languageId = languages.find((language) => language !== undefined) ?? model.defaultDataLanguage
    return {
      team: { name: model.name, enumAppBrandId: model.brandId },
      languageId,
      languages: [...allLanguages],
      subjects: subjects.map((subject) => inLanguage(subject, languageId)),
    }
  }

  /**
   * Answers the same for known and unknown addresses. Without double opt-in the subscription counts at once.
   *
   * @throws AppError not_found, validation_failed, proof_invalid, rate_limited
   */
  async subscribe(
    teamId: number,
    { email, subjectIds, languageId, textShown, proof }: Body<typeof publicConsentApi.subscribe>,
    network: string,
  ): Promise<{ isAsked: true }> {
    const { pool, models, config, jobs } = this.deps
    const nonce = await this.proofs.verify(proof)
    const model = await models.get(teamId)
    const address = readAddress(model, 'EMAIL', email)
    if (!address) {
      throw new AppError('validation_failed', { errors: [{ path: 'email', code: 'not_an_email' }] })
    }
    const offered = (await findSubjects(pool, teamId)).filter(({ isPublic }) => isPublic)
    const subjects = offered.filter(({ id }) => subjectIds.includes(id))
    if (subjects.length === 0) {
      throw new AppError('validation_failed', { errors: [{ path: 'subjectIds', code: 'unknown_choice' }] })
    }
    const addressHash = hashOf(config, teamId, address)
    await requireFew(pool, teamId, addressHash, network)
    await this.proofs.spend(nonce)
    const change = { language: languageId, source: 'public page', textShown, network }
    await transaction(pool, async (client) => {
      for (const isDoubleOptIn of [true, false]) {
        const ids = subjects.filter((subject) => subject.isDoubleOptIn === isDoubleOptIn).map(({ id }) => id)
        if (ids.length === 0) continue
        const state = isDoubleOptIn ? 'pending' : 'subscribed'
        const own = [{ addressHash, address }]
        await setSubscriptions(client, model, 'EMAIL', own, { ...change, subjectIds: ids, state })
      }
      const token = signConsentToken(config.secret, { kind: 'address', teamId, method: 'EMAIL', addressHash })
      const mail = subscriptionMail(config.publicUrl, languageId, {
        email: address,
        team: model.name,
        enumAppBrandId: model.brandId,
        subjects: subjects.map((subject) => inLanguage(subject, languageId).name),
        token,
        days: confirmDays,
      })
      await queueMail(jobs, mail, client)
    })
    return { isAsked: true }
  }

  /** @throws AppError link_expired unless a subscription waits for it, or was confirmed by it */
  async confirm(token: string, network: string): Promise<{ preferencesToken: string }> {
    const read = readConsentToken(this.deps.config.secret, token)
    if (read?.kind !== 'address') throw new AppError('link_expired')
    const { teamId, method, addressHash } = read
    const model = await this.deps.models.get(teamId).catch(() => null)
    if (!model) throw new AppError('link_expired')
    await transaction(this.deps.pool, async (client) => {
      const subjectIds = await pendingSubjects(client, model, method, addressHash, confirmDays)
      const known = await subscriptionsOf(client, model, method, addressHash)
      // Opened again, it leads to the page once more.
      if (subjectIds.length === 0 && !known.some(({ state }) => state === 'subscribed'))
        throw new AppError('link_expired')
      // Only the person has the link: who typed the address may be somebody else.
      await releaseAddress(client, model, method, addressHash, 'unsubscribed')
      if (subjectIds.length === 0) return
      const own = [{ addressHash, address: '' }]
      const change = { subjectIds, language: null, source: 'confirmed by link', network }
      await setSubscriptions(client, model, method, own, { ...change, state: 'subscribed' })
    })
    return { preferencesToken: token }
  }

  private async personOf(token: string): Promise<Person> {
    const read = readConsentToken(this.deps.config.secret, token)
    if (!read) throw new AppError('not_found')
    const model = await this.deps.models.get(read.teamId)
    const person =
      read.kind === 'recipient' ? await this.recipient(model, read) : await this.subscriber(model, read)
    if (!person) throw new AppError('not_found')
    return person
  }

  private async recipient(
    model: TeamModel,
    { recipientId }: Extract<ConsentToken, { kind: 'recipient' }>,
  ): Promise<Person | undefined> {
    const row = await recipientOf(this.deps.pool, model, recipientId)
    const method = row && (await methodOfMessage(this.deps.pool, model.teamId, row.messageId))
    if (!row || !method) return undefined
    return {
      model,
      method,
      addressHash: row.addressHash,
      address: row.address ? maskAddress(method, row.address) : '',
      language: row.language as Language,
      recipient: { recipientId, messageId: row.messageId },
    }
  }

  private async subscriber(
    model: TeamModel,
    { method, addressHash }: Extract<ConsentToken, { kind: 'address' }>,
  ): Promise<Person> {
    const known = await subscriptionsOf(this.deps.pool, model, method, addressHash)
    const language = known.find((one) => one.language !== null)?.language ?? model.defaultDataLanguage
    return { model, method, addressHash, address: '', language: language as Language, recipient: null }
  }
}

/** @throws AppError rate_limited, which tells nothing about the address */
async function requireFew(
  executor: Executor,
  teamId: number,
  addressHash: Buffer,
  network: string,
): Promise<void> {
  const limits = [
    { key: `subscriptions from ${network}`, max: subscriptionsPerAddressAndHour, windowMinutes: 60 },
  ]
  const day = 24 * 60
  const to = addressHash.toString('base64url')
  const perAddress = [
    { key: `subscriptions of ${teamId} ${to}`, max: mailsToAddressPerDay, windowMinutes: day },
  ]
  if (!(await attempt(executor, limits)) || !(await attempt(executor, perAddress)))
    throw new AppError('rate_limited')
}

/** The public subjects, and those that the person has. */
async function offeredTo(
  executor: Executor,
  { model, method, addressHash }: Person,
): Promise<(SubjectRow & { state: 'pending' | 'subscribed' | 'unsubscribed' | null })[]> {
  const subjects = await findSubjects(executor, model.teamId)
  const own = new Map(
    (await subscriptionsOf(executor, model, method, addressHash)).map(({ subjectId, state }) => [
      subjectId,
      state,
    ]),
  )
  return subjects
    .filter(({ id, isPublic }) => isPublic || own.has(id))
    .map((subject) => ({ ...subject, state: own.get(subject.id) ?? null }))
}

async function presentPreferences(executor: Executor, person: Person): Promise<Preferences> {
  const { model, method, addressHash, address, language } = person
  const subjects = await offeredTo(executor, person)
  return {
    team: { name: model.name, enumAppBrandId: model.brandId },
    languageId: language,
    deliveryMethodId: method,
    address,
    isUnsubscribed: (await suppressionOf(executor, model, method, addressHash)) === 'unsubscribed',
    subjects: subjects.map((subject) => ({ ...inLanguage(subject, language), state: subject.state })),
  }
}

const inLanguage = (subject: SubjectRow, language: Language) => ({
  id: subject.id,
  name: subject.externalNameTranslations[language] || subject.externalName,
  description: subject.descriptionTranslations[language] || subject.description,
})

/** From everything but answers to what the person does. A bounce or a complaint stays. */
async function setUnsubscribed(
  jobs: Deps['jobs'],
  client: Transaction,
  person: Person,
  { isUnsubscribed, network }: { isUnsubscribed: boolean; network: string },
): Promise<void> {
  const { model, method, addressHash, recipient } = person
  const before = await suppressionOf(client, model, method, addressHash)
  if (isUnsubscribed === (before === 'unsubscribed')) return
  if (isUnsubscribed) {
    // It replaces a suppression that ends by itself.
    await suppressAddresses(client, model, method, [{ addressHash, address: null }], 'unsubscribed')
  } else await releaseAddress(client, model, method, addressHash, 'unsubscribed')
  const what = isUnsubscribed ? 'unsubscribed' : 'subscribed'
  await logConsent(client, model, { method, addressHash, what, source: 'preferences', network })
  if (recipient) {
    const type = notificationTypes.indexOf(what)
    await notifyRecipient(client, model, { ...recipient, type })
    await countLater(jobs, client, model.teamId, recipient.messageId)
  }
}

/** Of those subjects that the person has. */
async function leaveSubjects(
  client: Transaction,
  { model, method, addressHash }: Person,
  left: readonly { id: number; state: string | null }[],
  change: { language: null; source: string; network: string },
): Promise<void> {
  const subjectIds = left
    .filter(({ state }) => state !== null && state !== 'unsubscribed')
    .map(({ id }) => id)
  if (subjectIds.length === 0) return
  const own = [{ addressHash, address: '' }]
  await setSubscriptions(client, model, method, own, { ...change, subjectIds, state: 'unsubscribed' })
}
