/** One input per kind of operand; a missing one does not compile. */
import type { Operand } from '@muster/contract/filters/operators'
import type { ComponentType } from 'react'
import { Collections } from './Collections.tsx'
import { DayInput } from './DayInput.tsx'
import { Distance } from './Distance.tsx'
import { Duration, Period } from './Duration.tsx'
import { PlainText } from './Literal.tsx'
import { Many, One } from './One.tsx'
import type { OperandProps } from './operand.ts'
import { Pair } from './Pair.tsx'

/** Null: no input, or (`where`) a nested filter. */
export const operandInputs: Record<Operand, ComponentType<OperandProps> | null> = {
  one: One,
  many: Many,
  text: PlainText,
  nothing: null,
  pair: Pair,
  day: DayInput,
  duration: Duration,
  period: Period,
  where: null,
  collection: Collections,
  distance: Distance,
}
