/** Runs of wizards, for people with a session and for visitors. */

import type { Language } from '@muster/contract/paging'
import type { Answer, RunOptions, RunScreen, StartRun } from '@muster/contract/wizards/runs.schema'
import type { Deps, FieldModel } from '../../../engine/public.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import type { RunBy } from './run-by.ts'

/** How a visitor's run begins. */
export interface PublicStart {
  language: Language
  prefill: Readonly<Record<string, string>>
  /** The record that a personal link or a verified address bound. */
  boundRecordId: number | null
  isProven: boolean
  /** SHA-256 of the personal link, which works once. */
  tokenHash: Buffer | null
}

export class RunService {
  readonly deps: Deps

  constructor(deps: Deps) {
    this.deps = deps
  }

  /** @throws AppError not_found, access_denied, wizard_closed, wizard_not_live */
  start(_teamUser: TeamUser, _dataWizardId: number, _body: StartRun): Promise<RunScreen> {
    throw new Error('not built')
  }

  /** @returns the key, which is stored nowhere. @throws AppError as `start`; link_used */
  startPublic(
    _teamId: number,
    _dataWizardId: number,
    _start: PublicStart,
  ): Promise<{ key: string; screen: RunScreen }> {
    throw new Error('not built')
  }

  /** @throws AppError not_found, also for a wrong key */
  get(_by: RunBy, _runId: number): Promise<RunScreen> {
    throw new Error('not built')
  }

  advance(
    _by: RunBy,
    _runId: number,
    _body: { stepToken: string; answer: Answer; language?: Language | undefined },
  ): Promise<RunScreen> {
    throw new Error('not built')
  }

  back(_by: RunBy, _runId: number, _stepToken: string): Promise<RunScreen> {
    throw new Error('not built')
  }

  setLanguage(_by: RunBy, _runId: number, _language: Language): Promise<RunScreen> {
    throw new Error('not built')
  }

  cancel(_by: RunBy, _runId: number): Promise<RunScreen> {
    throw new Error('not built')
  }

  options(_by: RunBy, _runId: number, _body: RunOptions): Promise<{ items: never[] }> {
    throw new Error('not built')
  }

  /** The field, if the run's current question asks for it. @throws AppError not_found */
  askedField(_by: RunBy, _runId: number, _dataFieldId: number): Promise<FieldModel> {
    throw new Error('not built')
  }
}
