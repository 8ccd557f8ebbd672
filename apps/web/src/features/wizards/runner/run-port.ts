/** How the runner reaches its run: with the session of a signed-in person, or with the key of a visitor. */
import type { Language } from '@muster/contract/paging'
import type { Answer, RunOptions, RunOptionsFound, RunScreen } from '@muster/contract/wizards/runs.schema'
import { api, call } from '../../../lib/api.ts'

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

export function teamRunPort(teamId: number, wizardRunId: number): RunPort {
  const params = { teamId, wizardRunId }
  return {
    ...params,
    get: () => call(api.wizardRuns.get, { params }),
    advance(screen, answer) {
      const { wizardStepId, stepToken } = placeOf(screen)
      return call(api.wizardRuns.advance, {
        params: { ...params, wizardStepId },
        body: { stepToken, answer, language: screen.language },
      })
    },
    back: (screen) => call(api.wizardRuns.back, { params, body: { stepToken: placeOf(screen).stepToken } }),
    setLanguage: (language) => call(api.wizardRuns.language, { params, body: { language } }),
    cancel: () => call(api.wizardRuns.cancel, { params }),
    options: (body, signal) => call(api.wizardRuns.options, { params, body }, { signal }),
  }
}
