/** Answers that came with the page (the server's `team-page.ts`), each for the first call that asks for it. */
import { answerAttribute, answerPositionAttribute } from '@muster/contract/sent-answers'

/** What has not been asked for by then may have changed since. */
const freshMs = 15_000

export interface SentAnswer {
  text: string
  /** Where in the team's events it was read, if it is about a team. */
  position: string | null
}

/** @param url as the call has it @returns null if the page came without it, and once it has been taken */
export function takeSentAnswer(url: string): SentAnswer | null {
  if (performance.now() > freshMs) return null
  const element = elements().find((one) => one.getAttribute(answerAttribute) === url)
  if (!element) return null
  element.remove()
  return { text: element.textContent, position: element.getAttribute(answerPositionAttribute) }
}

export const hasSentAnswers = (): boolean => performance.now() <= freshMs && elements().length > 0

/** Before another person may use the page. */
export function forgetSentAnswers(): void {
  for (const element of elements()) element.remove()
}

const elements = (): readonly Element[] => [...document.querySelectorAll(`script[${answerAttribute}]`)]
