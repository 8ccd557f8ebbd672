/** The props of every operand input. */
import type { Operator } from '@muster/contract/filters/operators'
import type { FieldContext } from '../../fields/public.ts'
import type { Choice } from '../subjects.ts'

/** A variable that may stand for a value, by its name and what people read in its place. */
export interface VariableChoice {
  name: string
  label: string
}

export interface OperandProps {
  choice: Choice
  op: Operator
  value: unknown
  onChange(value: unknown): void
  /** Accessible name. */
  label: string
  context: FieldContext
  /** Variables allowed as the value, besides the built-in ones. */
  variables: readonly VariableChoice[]
}

export const isVariable = (value: unknown): value is { variable: string } =>
  typeof value === 'object' && value !== null && 'variable' in value && typeof value.variable === 'string'
