/** Shows public wizards, and starts their runs for people who need not say who they are. */
import { AppError } from '@muster/contract/errors'
import type { Language } from '@muster/contract/paging'
import type { PublicWizard } from '@muster/contract/wizards/public-runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import type { Deps } from '../../../engine/public.ts'
import type { RunService } from '../runs/runs.service.ts'
import type { Challenges } from './challenge.ts'
import { limitStart } from './limits.ts'
import { findPublicWizard, languageIn, presentWizard, requireOpen } from './public-wizard.ts'

/** Who asks: an address, and languages of which the most preferred comes first. */
export interface Visit {
  address: string
  languages: readonly (Language | undefined)[]
}

export interface Started {
  key: string
  screen: RunScreen
}

interface StartBody {
  prefill: Readonly<Record<string, string>>
  proof: string
}

export class PublicWizardService {
  private readonly deps: Deps
  private readonly runs: RunService
  private readonly challenges: Challenges

  constructor(deps: Deps, runs: RunService, challenges: Challenges) {
    this.deps = deps
    this.runs = runs
    this.challenges = challenges
  }

  /** @throws AppError not_found */
  async get(teamId: number, dataWizardId: number, { languages }: Visit): Promise<PublicWizard> {
    return presentWizard(await findPublicWizard(this.deps, teamId, dataWizardId), languages)
  }

  /**
   * @throws AppError not_found, wizard_closed, rate_limited, proof_invalid; access_denied where people have to prove
   * who they are
   */
  async start(
    teamId: number,
    dataWizardId: number,
    { prefill, proof }: StartBody,
    { address, languages }: Visit,
  ): Promise<Started> {
    // First what costs least.
    const nonce = await this.challenges.verify(proof)
    const wizard = await findPublicWizard(this.deps, teamId, dataWizardId)
    requireOpen(wizard)
    if (wizard.verifies) throw new AppError('access_denied')
    // Before it counts: one solution sent again and again would use up the starts of everybody.
    await this.challenges.spend(nonce)
    await limitStart(this.deps.pool, { teamId, dataWizardId, address })
    return this.runs.startPublic(teamId, dataWizardId, {
      language: languageIn(wizard.definition, languages),
      prefill,
      boundRecordId: null,
      isProven: false,
      tokenHash: null,
    })
  }
}
