/** Personal links: a signed token binds one record. Looking at it starts nothing, because mail scanners open links. */
import crypto from 'node:crypto'
import { AppError } from '@muster/contract/errors'
import type { PersonalWizard } from '@muster/contract/wizards/public-runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import type { Deps } from '../../../engine/public.ts'
import { hashOfKey, type RunService } from '../runs/runs.service.ts'
import { limitStart } from './limits.ts'
import { isTokenUsed, takeOverRun, targetOfToken } from './personal-links.repo.ts'
import {
  type FoundWizard,
  findPublicWizard,
  languageIn,
  presentWizard,
  requireOpen,
} from './public-wizard.ts'
import type { Started, Visit } from './public-wizards.service.ts'
import { verifyToken } from './tokens.ts'
import { isLivingRecord } from './verification.repo.ts'

interface Opened {
  wizard: FoundWizard
  dataRecordId: number
}

export class PersonalLinks {
  private readonly deps: Deps
  private readonly runs: RunService

  constructor(deps: Deps, runs: RunService) {
    this.deps = deps
    this.runs = runs
  }

  /** @throws AppError not_found for a forged token; link_expired for one that has ended or was revoked */
  async get(token: string, { languages }: Visit): Promise<PersonalWizard> {
    const { wizard } = await this.open(token)
    const { model } = wizard
    const isUsed = await isTokenUsed(this.deps.pool, model, sha256(token))
    // The link is the proof.
    return {
      ...presentWizard(wizard, languages),
      verifies: null,
      teamId: model.teamId,
      isUsed,
      goesOn: false,
    }
  }

  /**
   * Starts the link's run, or goes on with it under a new key.
   *
   * @throws AppError as `get`; wizard_closed, rate_limited, link_used
   */
  async start(token: string, { address, languages }: Visit): Promise<Started> {
    const { wizard, dataRecordId } = await this.open(token)
    const { model, definition } = wizard
    const { teamId } = model
    const { dataWizardId } = definition
    await limitStart(this.deps.pool, { teamId, dataWizardId, address })
    const tokenHash = sha256(token)
    const key = crypto.randomBytes(16).toString('hex')
    const runId = await takeOverRun(this.deps.pool, model, { tokenHash }, hashOfKey(key))
    if (runId !== undefined) return { key, screen: await takenScreen(this.runs, { teamId, key }, runId) }
    requireOpen(wizard)
    return this.runs.startPublic(teamId, dataWizardId, {
      language: languageIn(definition, languages),
      prefill: {},
      boundRecordId: dataRecordId,
      isProven: true,
      tokenHash,
    })
  }

  private async open(token: string): Promise<Opened> {
    const verified = verifyToken(this.deps.config.secret, token)
    if (!verified) throw new AppError('not_found')
    const { teamId, dataRecordId, expiresAt } = verified
    if (expiresAt <= Date.now()) throw new AppError('link_expired')
    const target = await targetOfToken(this.deps.pool, verified)
    if (!target) throw new AppError('link_expired')
    const wizard = await findPublicWizard(this.deps, teamId, target.dataWizardId, { byLink: true })
    const { dataCollectionId } = target
    const isThere = await isLivingRecord(this.deps.pool, wizard.model, dataCollectionId, dataRecordId)
    if (!isThere) throw new AppError('link_expired')
    return { wizard, dataRecordId }
  }
}

/** Somebody who opened the link at the same moment may have replaced the key by now: the last one goes on. */
export function takenScreen(
  runs: RunService,
  by: { teamId: number; key: string },
  runId: number,
): Promise<RunScreen> {
  return runs.get(by, runId).catch((error: unknown) => {
    const isReplaced = error instanceof AppError && error.code === 'not_found'
    throw isReplaced ? new AppError('link_used', { cause: error }) : error
  })
}

const sha256 = (text: string): Buffer => crypto.createHash('sha256').update(text).digest()
