/** A visitor's run that has started. */
import type { startedSchema } from '@muster/contract/wizards/public-runs.api'
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import type { z } from 'zod'

export interface Started {
  wizardRunId: number
  key: string
  /** Known where it has just started. */
  screen?: RunScreen
}

/** As the server tells it. */
export type StartedRun = z.output<typeof startedSchema>

export const startedOf = ({ key, screen }: StartedRun): Started => ({ wizardRunId: screen.id, key, screen })
