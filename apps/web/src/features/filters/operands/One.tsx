/** Operands `one` and `many`: a value of the field, or a list of them; where there are variables, one of these. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Literal } from './Literal.tsx'
import { isVariable, type OperandProps } from './operand.ts'
import classes from './operands.module.css'

export const One = (props: OperandProps) => <OrVariable {...props} isMany={false} />
export const Many = (props: OperandProps) => <OrVariable {...props} isMany />

const literal = 'literal'
const variablePrefix = 'variable '

function OrVariable(props: OperandProps & { isMany: boolean }) {
  const { t } = useTranslation('filters')
  const { variables, value, choice } = props
  // The input of days has a choice of its own.
  if (variables.length === 0 || choice.type?.family === 'date') return <Literal {...props} />
  const isOther = isVariable(value) && variables.some(({ name }) => name === value.variable)
  return (
    <span className={classes.pair}>
      <Select
        size="xs"
        w={isOther ? undefined : 110}
        aria-label={t('valueFrom')}
        allowDeselect={false}
        data={[
          { value: literal, label: t('valueLiteral') },
          ...variables.map(({ name, label }) => ({ value: variablePrefix + name, label })),
        ]}
        value={isOther ? variablePrefix + value.variable : literal}
        onChange={(next) =>
          props.onChange(
            next === null || next === literal ? undefined : { variable: next.slice(variablePrefix.length) },
          )
        }
      />
      {!isOther && <Literal {...props} />}
    </span>
  )
}
