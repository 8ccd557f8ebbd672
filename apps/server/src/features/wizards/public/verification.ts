/**
 * Verification of an address: a code goes to every address that is typed, so that nobody learns who is known, and
 * anyone who has read it may run the wizard as the record with that address.
 */
import crypto from 'node:crypto'
import { AppError, type FieldErrorCode } from '@muster/contract/errors'
import { fieldType } from '@muster/contract/fields/types/index'
import type { Language } from '@muster/contract/paging'
import type { Deps, FieldModel, TeamModel } from '../../../engine/public.ts'
import { transaction } from '../../../platform/db.ts'
import { codeMail, queueMail } from '../../auth/public.ts'
import { queueSms, smsText } from '../../messages/public.ts'
import type { RunService } from '../runs/runs.service.ts'
import type { Challenges } from './challenge.ts'
import { limitCode, limitStart } from './limits.ts'
import { type FoundWizard, findPublicWizard, languageIn, requireOpen, textWayOf } from './public-wizard.ts'
import type { Started, Visit } from './public-wizards.service.ts'
import {
  type AccessLink,
  accessLinkOf,
  countTry,
  insertVerification,
  livingRecords,
  lockVerification,
  recordsWithAddress,
  useVerification,
  type Verification,
} from './verification.repo.ts'

const validMinutes = 10
const mostTries = 5

export type Channel = 'email' | 'sms'

interface CodeRequest {
  channel: Channel
  address: string
  proof: string
}

interface CodeCheck {
  verificationId: string
  code: string
  dataRecordId?: number | undefined
}

interface Checked {
  started: Started | null
  choices: { id: number; name: string }[]
}

/** What a code came to. */
type Outcome =
  | { kind: 'refused'; code: 'code_wrong' | 'code_expired' | 'not_found' }
  | { kind: 'choose'; choices: Checked['choices'] }
  | { kind: 'proven'; recordId: number | null }

export class VerificationService {
  private readonly deps: Deps
  private readonly runs: RunService
  private readonly challenges: Challenges
  private readonly key: Buffer

  constructor(deps: Deps, runs: RunService, challenges: Challenges) {
    this.deps = deps
    this.runs = runs
    this.challenges = challenges
    this.key = crypto.createHmac('sha256', deps.config.secret).update('wizard verification').digest()
  }

  /**
   * Does the same for each address, known or not.
   *
   * @throws AppError not_found, wizard_closed, validation_failed, rate_limited, proof_invalid
   */
  async sendCode(
    teamId: number,
    dataWizardId: number,
    { channel, address: typed, proof }: CodeRequest,
    { address: from, languages }: Visit,
  ): Promise<{ verificationId: string }> {
    const nonce = await this.challenges.verify(proof)
    const wizard = await findPublicWizard(this.deps, teamId, dataWizardId)
    const { model, definition } = wizard
    requireOpen(wizard)
    const way = channel === 'sms' ? await textWayOf(this.deps.pool, this.deps.config, teamId) : 'mail'
    requireChannel(wizard, channel, way !== null)
    const link = await accessLinkOf(this.deps.pool, teamId, dataWizardId)
    const field = link && fieldOf(model, link, channel)
    const to = addressOf(model, channel, typed, field)
    // Before it counts: one solution sent again and again would use up the codes of everybody.
    await this.challenges.spend(nonce)
    await limitCode(this.deps.pool, { teamId, channel, to, address: from })
    const recordIds = field
      ? await recordsWithAddress(this.deps.pool, model, link.dataCollectionId, field, to)
      : []
    const id = crypto.randomUUID()
    const code = String(crypto.randomInt(1_000_000)).padStart(6, '0')
    const language = languageIn(definition, languages)
    await transaction(this.deps.pool, async (client) => {
      await insertVerification(client, model, {
        id,
        dataWizardId,
        channel,
        addressHash: this.hash(`address ${to.toLowerCase()}`),
        codeHash: this.hash(`code ${id} ${code}`),
        recordIds,
        dataCollectionId: link?.dataCollectionId ?? null,
        validMinutes,
      })
      const { jobs } = this.deps
      const says = {
        code,
        wizard: definition.nameTranslations[language] || definition.name,
        team: model.name,
      }
      if (way !== null && typeof way === 'object') {
        const text = smsText('code', language, { ...says, minutes: String(validMinutes) })
        return queueSms(jobs, { teamId, senderId: way.senderId, to, text }, client)
      }
      const email = channel === 'email' ? to : textMessageAddress(to)
      const mail = codeMail(language, {
        ...says,
        email,
        minutes: validMinutes,
        enumAppBrandId: model.brandId,
      })
      await queueMail(jobs, mail, client)
    })
    return { verificationId: id }
  }

  /**
   * Starts the run, or returns the names of those who share the address; the same code then starts it for one of them.
   *
   * @throws AppError not_found, wizard_closed, rate_limited, code_wrong, code_expired
   */
  async checkCode(
    teamId: number,
    dataWizardId: number,
    check: CodeCheck,
    { address, languages }: Visit,
  ): Promise<Checked> {
    const wizard = await findPublicWizard(this.deps, teamId, dataWizardId)
    requireOpen(wizard)
    // A guess counts, too.
    await limitStart(this.deps.pool, { teamId, dataWizardId, address })
    const outcome = await this.outcomeOf(wizard, check)
    if (outcome.kind === 'refused') throw new AppError(outcome.code)
    if (outcome.kind === 'choose') return { started: null, choices: outcome.choices }
    const started = await this.runs.startPublic(teamId, dataWizardId, {
      language: languageIn(wizard.definition, languages),
      prefill: {},
      boundRecordId: outcome.recordId,
      isProven: true,
      tokenHash: null,
    })
    return { started, choices: [] }
  }

  /** Decided and stored in one transaction, which a wrong code must not roll back. */
  private outcomeOf({ model, definition }: FoundWizard, check: CodeCheck): Promise<Outcome> {
    const { verificationId: id, code, dataRecordId } = check
    const given = this.hash(`code ${id} ${code}`)
    return transaction(this.deps.pool, async (client): Promise<Outcome> => {
      const stored = await lockVerification(client, model, id)
      if (!stored || stored.dataWizardId !== definition.dataWizardId || !isUsable(stored)) {
        return { kind: 'refused', code: 'code_expired' }
      }
      if (!crypto.timingSafeEqual(given, stored.codeHash)) {
        await countTry(client, model, id)
        return { kind: 'refused', code: 'code_wrong' }
      }
      const records = await livingRecords(client, model, stored.recordIds)
      if (dataRecordId !== undefined && !records.some((record) => record.id === dataRecordId)) {
        return { kind: 'refused', code: 'not_found' }
      }
      if (dataRecordId === undefined && records.length > 1) return { kind: 'choose', choices: records }
      await useVerification(client, model, id)
      return { kind: 'proven', recordId: dataRecordId ?? records[0]?.id ?? null }
    })
  }

  private hash(text: string): Buffer {
    return crypto.createHmac('sha256', this.key).update(text).digest()
  }
}

/** @throws AppError validation_failed for a channel that the wizard does not offer */
function requireChannel({ verifies }: FoundWizard, channel: Channel, isDeliverable: boolean): void {
  const isOffered = verifies === 'email_or_sms' || verifies === channel
  if (!isOffered || !isDeliverable) throw invalid('channel', 'unknown_choice')
}

const isUsable = ({ isUsed, isExpired, tries }: Verification): boolean =>
  !isUsed && !isExpired && tries < mostTries

/** The field with the addresses of a channel; undefined if the link has none, or it is gone. */
export function fieldOf(
  model: TeamModel,
  { dataCollectionId, emailFieldId, smsFieldId }: AccessLink,
  channel: Channel,
): FieldModel | undefined {
  const field = model.fields.get((channel === 'email' ? emailFieldId : smsFieldId) ?? 0)
  const collection = model.collections.get(dataCollectionId)
  const isKept = field && !field.deletedAt && collection && !collection.deletedAt
  const hasAddresses = field?.dataType === (channel === 'email' ? 'email_address' : 'phone_number')
  return isKept && hasAddresses && collection.homeId === field.dataCollectionId ? field : undefined
}

/** The address as it is stored in fields. @throws AppError validation_failed */
export function addressOf(
  model: TeamModel,
  channel: Channel,
  typed: string,
  field: FieldModel | undefined,
): string {
  const type = fieldType(channel === 'email' ? 'email_address' : 'phone_number')
  const settings = field?.settings ?? type.settings.parse({})
  const context: { language: Language; timeZone: string; country: string } = {
    language: 'en',
    timeZone: model.timeZone,
    country: model.country,
  }
  const read = type.fromText(typed, settings as never, context)
  if (!read.ok) throw invalid('address', read.code)
  if (typeof read.value !== 'string') throw invalid('address', 'required')
  return read.value
}

/** Where the outbox keeps a text message; `.invalid` is never delivered. */
const textMessageAddress = (phone: string): string => `${phone}@sms.invalid`

function invalid(path: string, code: FieldErrorCode): AppError {
  return new AppError('validation_failed', { errors: [{ path, code }] })
}
