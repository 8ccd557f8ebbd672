/** What each kind of question gives the runner. */
import type { FieldError } from '@muster/contract/errors'
import type { Answer, Ask, AskOf } from '@muster/contract/wizards/runs.schema'
import type { ComponentType, Ref } from 'react'

/** A problem, for the summary above the question. */
export interface AskProblem {
  label: string
  text: string
  /** Selects the wrong input, or something around it. */
  target: string
}

export interface AskHandle {
  /** The answer; null if it shows problems, or its next page. */
  give(): Answer | null
  /** Goes back within the question; false at its beginning. */
  back(): boolean
  /** Shows values that the server refused. */
  refuse(errors: readonly FieldError[]): void
  isDirty(): boolean
}

export interface AskProps<Kind extends Ask['kind']> {
  ask: AskOf<Kind>
  /** One question a page. */
  isPaged: boolean
  handle: Ref<AskHandle>
  onProblems(problems: AskProblem[]): void
  /** Tells that another page of the question is shown. */
  onPage(place: { page: number; of: number }): void
  search(answer: Answer): Promise<void>
}

export interface AskKind<Kind extends Ask['kind']> {
  Body: ComponentType<AskProps<Kind>>
  /** The label of the button that goes on; empty for the usual one. */
  nextLabel(ask: AskOf<Kind>): string
}

/** How the texts of errors are addressed inside a question's container. */
export const fieldTarget = (form: string | number, columnName: string): string =>
  `[data-form="${form}"] [data-field="${columnName}"]`
