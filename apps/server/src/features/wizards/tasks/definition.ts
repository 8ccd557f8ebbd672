/** What each type of task does on the server; `tasks/index.ts` has them all. */
import type { DefinedTask } from '@muster/contract/wizards/definition'
import type { Answer, Ask } from '@muster/contract/wizards/runs.schema'
import type { Variable } from '@muster/contract/wizards/variables'
import type { ActiveRun } from '../runs/active-run.ts'

/** One execution of a task, for all turns of its loop at once. */
export interface Turn<Settings> {
  run: ActiveRun
  task: DefinedTask
  settings: Settings
  variables: readonly Variable[]
  /** The records of the loop; a single null without one. */
  frames: readonly (number | null)[]
  /** The answer, once the person has given it. */
  answer: Answer | undefined
  /** What they answered before they went back, to begin with. */
  previous: Answer | undefined
}

export type Performed =
  /** It has to ask first; `html` is shown above the question. */
  | { ask: Ask; html?: string }
  /** HTML to show above the next question. */
  | { text: string }
  | {
      /** The value of the variable that it gives. */
      gives?: unknown
      /** How many records it changed. */
      count?: number
    }

export interface TaskHandler<Settings> {
  perform(turn: Turn<Settings>): Promise<Performed>
}
