/** A visitor's run that has started. */
import type { StartedRun } from '@muster/contract/wizards/public-runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'

export interface Started {
  wizardRunId: number
  key: string
  /** Known where it has just started. */
  screen?: RunScreen
}

export const startedOf = ({ key, screen }: StartedRun): Started => ({ wizardRunId: screen.id, key, screen })
