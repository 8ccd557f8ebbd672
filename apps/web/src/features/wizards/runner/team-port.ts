/** A signed-in person's way to their run. */
import { api, call } from '../../../lib/api.ts'
import { placeOf, type RunPort } from './run-port.ts'

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
