/** A value that is written here, in the field's own editor, or taken from a variable when the task runs. */
import { SegmentedControl } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { variableName } from '@muster/contract/filters/ast'
import type { Variable } from '@muster/contract/wizards/variables'
import { useTranslation } from 'react-i18next'
import styles from '../../../../ui/shared.module.css'
import { FieldInput, useFieldContext } from '../../../fields/public.ts'
import { VariableSelect } from './VariableSelect.tsx'

export function ValueSource({
  label,
  help,
  error,
  field,
  variables,
  value,
  onChange,
}: {
  label: string
  help: string
  error: string | undefined
  field: DataField
  variables: readonly Variable[]
  /** Undefined: none. */
  value: unknown
  onChange(value: unknown): void
}) {
  const { t } = useTranslation('wizards')
  const context = useFieldContext()
  const name = variableName(value)
  const fitting = [
    ...systemVariablesFor(field).map(
      (one): Variable => ({ ...one, label: t(`systemVariable.${one.columnName}`) }),
    ),
    ...variables.filter((variable) => fits(variable, field)),
  ]
  return (
    <div className={styles.stack8}>
      <SegmentedControl
        size="xs"
        style={{ justifySelf: 'start' }}
        aria-label={t('value.from', { name: label })}
        value={name === undefined ? 'literal' : 'variable'}
        data={[
          { value: 'literal', label: t('value.literal') },
          { value: 'variable', label: t('value.variable') },
        ]}
        onChange={(kind) =>
          onChange(kind === 'literal' ? undefined : { variable: fitting[0]?.columnName ?? '' })
        }
      />
      {name === undefined ? (
        <FieldInput
          field={{ ...field, title: label, titleTranslations: {}, helpText: help, isRequired: false }}
          value={value ?? null}
          context={context}
          error={error}
          onChange={(next, { problem }) => {
            if (!problem) onChange(next ?? undefined)
          }}
        />
      ) : (
        <VariableSelect
          label={label}
          help={help}
          error={error}
          variables={fitting}
          value={name === '' ? null : name}
          isRequired
          onChange={(variable) => variable && onChange({ variable })}
        />
      )}
    </div>
  )
}

/** A text takes anything, as text; other fields take values of their own family. */
function fits({ dataType }: Variable, field: DataField): boolean {
  const [from, to] = [fieldType(dataType).family, fieldType(field.dataType).family]
  return from === to || to === 'text' || (isReference(from) && isReference(to))
}

const isReference = (family: string): boolean => family === 'reference' || family === 'choice'

type SystemVariable = Pick<Variable, 'dataType' | 'settings'> & { columnName: 'today' | 'now' }

function systemVariablesFor({ dataType }: DataField): SystemVariable[] {
  if (dataType === 'date') return [{ columnName: 'today', dataType, settings: {} }]
  return dataType === 'date_time' ? [{ columnName: 'now', dataType, settings: {} }] : []
}
