/** The states of a wizard's run. */

export const wizardRunStates = [
  /** For a person. */
  'waiting',
  /** Its end is done by a job. */
  'background',
  'done',
  'failed',
  'cancelled',
  'abandoned',
  'rolled_back',
] as const
export type WizardRunState = (typeof wizardRunStates)[number]

export const wizardRunEvents = [
  'advance',
  'continue',
  'finish',
  'fail',
  'retry',
  'cancel',
  'abandon',
  'rollBack',
] as const
export type WizardRunEvent = (typeof wizardRunEvents)[number]

interface Transition {
  from: readonly WizardRunState[]
  to: WizardRunState
}

/** In any other state an event is refused. */
export const wizardRunTransitions: Readonly<Record<WizardRunEvent, Transition>> = {
  advance: { from: ['waiting'], to: 'waiting' },
  continue: { from: ['waiting'], to: 'background' },
  finish: { from: ['waiting', 'background'], to: 'done' },
  fail: { from: ['waiting', 'background'], to: 'failed' },
  retry: { from: ['failed'], to: 'waiting' },
  cancel: { from: ['waiting', 'failed'], to: 'cancelled' },
  abandon: { from: ['waiting'], to: 'abandoned' },
  rollBack: { from: ['done', 'failed', 'cancelled', 'abandoned'], to: 'rolled_back' },
}

export const mayHappen = (state: WizardRunState, event: WizardRunEvent): boolean =>
  wizardRunTransitions[event].from.includes(state)
