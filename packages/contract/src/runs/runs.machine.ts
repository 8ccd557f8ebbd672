/** The life cycle of background work: imports, exports, searches for duplicates, bulk changes. */

export const runStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

export const runEvents = ['start', 'progress', 'finish', 'fail', 'cancel'] as const
export type RunEvent = (typeof runEvents)[number]

interface Transition {
  from: readonly RunState[]
  to: RunState
}

/** In any other state an event is ignored. A crashed run is restarted from `running`. */
export const runTransitions: Readonly<Record<RunEvent, Transition>> = {
  start: { from: ['queued', 'running'], to: 'running' },
  progress: { from: ['running'], to: 'running' },
  finish: { from: ['running'], to: 'done' },
  fail: { from: ['queued', 'running'], to: 'failed' },
  cancel: { from: ['queued', 'running'], to: 'cancelled' },
}

/** Whether a run has not ended yet. */
export const isUnderWay = (state: string | null | undefined): boolean =>
  runTransitions.cancel.from.some((from) => from === state)
