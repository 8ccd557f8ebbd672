/** Mails that lead visitors back to a run: whoever has the link goes on with it, wherever it was left. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import { personalWizardPath } from '@muster/contract/wizards/public-address'
import type { PersonalWizard } from '@muster/contract/wizards/public-runs.api'
import type { Deps, TeamModel } from '../../../engine/public.ts'
import { transaction } from '../../../platform/db.ts'
import { comeBackMail, queueMail } from '../../auth/public.ts'
import { findRun, type RunRow } from '../runs/runs.repo.ts'
import { hashOfKey, type RunService } from '../runs/runs.service.ts'
import { limitLink, limitStart } from './limits.ts'
import { takeOverRun } from './personal-links.repo.ts'
import { takenScreen } from './personal-links.ts'
import { type FoundWizard, findPublicWizard, presentWizard } from './public-wizard.ts'
import type { Started, Visit } from './public-wizards.service.ts'
import { signRunToken, verifyRunToken } from './tokens.ts'
import { accessLinkOf, addressInRecord } from './verification.repo.ts'
import { addressOf, fieldOf } from './verification.ts'

const hourMs = 3_600_000

interface Opened {
  wizard: FoundWizard
  row: RunRow
}

export class ComeBack {
  private readonly deps: Deps
  private readonly runs: RunService

  constructor(deps: Deps, runs: RunService) {
    this.deps = deps
    this.runs = runs
  }

  /**
   * Does the same for each address. A person who has proven who they are gets the link at the address in their record.
   *
   * @param typed not needed where the address is known
   * @returns false if an address is needed
   * @throws AppError not_found, run_ended, validation_failed, rate_limited
   */
  async sendLink(
    by: { teamId: number; key: string },
    runId: number,
    typed: string | undefined,
    { address }: Pick<Visit, 'address'>,
  ): Promise<boolean> {
    const { row, model, definition } = await this.runs.waiting(by, runId)
    const known = await this.knownAddress(model, row)
    if (known === null && typed === undefined) return false
    const to = known ?? addressOf(model, 'email', typed ?? '', undefined)
    const { teamId } = model
    await limitLink(this.deps.pool, { teamId, runId, to, address })
    const hours = definition.abandonAfterHours
    const token = signRunToken(this.deps.config.secret, {
      teamId,
      runId,
      expiresAt: Date.now() + hours * hourMs,
    })
    const mail = comeBackMail(this.deps.config.publicUrl, row.language, {
      email: to,
      wizard: definition.nameTranslations[row.language] || definition.name,
      team: model.name,
      enumAppBrandId: model.brandId,
      path: personalWizardPath(token),
      hours,
    })
    await transaction(this.deps.pool, (client) => queueMail(this.deps.jobs, mail, client))
    return true
  }

  /** Opening the link changes nothing. @throws AppError not_found for a forged token; link_expired */
  async get(token: string): Promise<PersonalWizard> {
    const { wizard, row } = await this.open(token)
    // The run goes on in its own language, also after its wizard has closed.
    const shown = presentWizard({ ...wizard, isOpen: true }, [row.language])
    const isUsed = row.state !== 'waiting' || row.teamUserId !== null
    const { teamId } = wizard.model
    return { ...shown, languages: [shown.language], verifies: null, teamId, isUsed, goesOn: true }
  }

  /** Goes on with the run under a new key. @throws AppError as `get`; rate_limited, link_used */
  async start(token: string, { address }: Pick<Visit, 'address'>): Promise<Started> {
    const { wizard, row } = await this.open(token)
    const { model } = wizard
    const { teamId } = model
    await limitStart(this.deps.pool, { teamId, dataWizardId: row.dataWizardId, address })
    const key = crypto.randomBytes(16).toString('hex')
    const runId = await takeOverRun(this.deps.pool, model, { runId: row.id }, hashOfKey(key))
    if (runId === undefined) throw new AppError('link_used')
    return { key, screen: await takenScreen(this.runs, { teamId, key }, runId) }
  }

  private async open(token: string): Promise<Opened> {
    const verified = verifyRunToken(this.deps.config.secret, token)
    if (!verified) throw new AppError('not_found')
    const { teamId, runId, expiresAt } = verified
    if (expiresAt <= Date.now()) throw new AppError('link_expired')
    const { schema } = await this.deps.models.get(teamId)
    const row = await findRun(this.deps.pool, schema, runId)
    if (!row || !leadsBack.has(row.state)) throw new AppError('link_expired')
    return { row, wizard: await findPublicWizard(this.deps, teamId, row.dataWizardId, { byLink: true }) }
  }

  private async knownAddress(model: TeamModel, row: RunRow): Promise<string | null> {
    if (!row.isProven || row.boundRecordId === null) return null
    const link = await accessLinkOf(this.deps.pool, model.teamId, row.dataWizardId)
    const field = link && fieldOf(model, link, 'email')
    if (!field) return null
    return addressInRecord(this.deps.pool, model, link.dataCollectionId, field, row.boundRecordId)
  }
}

/** States of runs that a link shows; the others have ended without being done. */
const leadsBack: ReadonlySet<RunRow['state']> = new Set(['waiting', 'background', 'done'])
