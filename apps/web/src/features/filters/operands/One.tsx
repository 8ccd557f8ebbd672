/** Operands `one` and `many`: a value of the field, or a list of them. */
import { Literal } from './Literal.tsx'
import type { OperandProps } from './operand.ts'

export const One = (props: OperandProps) => <Literal {...props} isMany={false} />
export const Many = (props: OperandProps) => <Literal {...props} isMany />
