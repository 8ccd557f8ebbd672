/** The answer to a request, known before its change is committed, so that both can be stored at once. */
import { ContextVariable } from './context-variable.ts'

export interface KeptAnswer {
  text: string | null
}
const current = new ContextVariable<KeptAnswer>()

/** Runs what serves a request; `keepAnswer` within it fills in `answer`. */
export function withKeptAnswer<Result>(answer: KeptAnswer, work: () => Promise<Result>): Promise<Result> {
  return current.run(answer, work)
}

/**
 * For handlers, inside the transaction of their change: the body of the answer that they are going to give. A request
 * with an idempotency key stores it in the same commit; for others it has no effect.
 */
export function keepAnswer(text: string): void {
  const answer = current.getStore()
  if (answer) answer.text = text
}
