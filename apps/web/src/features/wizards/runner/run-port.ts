/** How the runner reaches its run: with the session of a signed-in person (`team-port.ts`), or with the key of a visitor. */
import type { Language } from '@muster/contract/paging'
import type { Answer, RunOptions, RunOptionsFound, RunScreen } from '@muster/contract/wizards/runs.schema'

/** All but `options` resolve to where the run then stands, and throw ApiError. */
export interface RunPort {
  teamId: number
  wizardRunId: number
  get(): Promise<RunScreen>
  advance(screen: RunScreen, answer: Answer): Promise<RunScreen>
  back(screen: RunScreen): Promise<RunScreen>
  setLanguage(language: Language): Promise<RunScreen>
  cancel(): Promise<RunScreen>
  options(body: Partial<RunOptions> & { dataFieldId: number }, signal: AbortSignal): Promise<RunOptionsFound>
}

/** Where an answer goes; a screen without a question takes none. */
export function placeOf({ wizardStepId, stepToken }: RunScreen): { wizardStepId: number; stepToken: string } {
  if (wizardStepId === null || stepToken === null) throw new Error('This run asks nothing')
  return { wizardStepId, stepToken }
}
