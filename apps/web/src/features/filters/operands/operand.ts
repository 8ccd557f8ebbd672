/** The props of every operand input. */
import type { Operator } from '@muster/contract/filters/operators'
import type { FieldContext } from '../../fields/public.ts'
import type { Choice } from '../subjects.ts'

export interface OperandProps {
  choice: Choice
  op: Operator
  value: unknown
  onChange(value: unknown): void
  /** Accessible name. */
  label: string
  context: FieldContext
  /** Names of variables allowed as the value, besides the built-in ones. */
  variables: readonly string[]
}

export const isVariable = (value: unknown): value is { variable: string } =>
  typeof value === 'object' && value !== null && 'variable' in value && typeof value.variable === 'string'
