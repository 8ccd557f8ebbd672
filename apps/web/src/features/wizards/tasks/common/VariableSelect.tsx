/** Chooses a variable by what it means, never by its name alone. */
import { Select } from '@mantine/core'
import { collectionOfVariable, type Variable } from '@muster/contract/wizards/variables'
import { useTranslation } from 'react-i18next'

export interface VariableSelectProps {
  label: string
  help?: string
  error: string | undefined
  variables: readonly Variable[]
  value: string | null
  isRequired?: boolean
  /** Label of "none". */
  placeholder?: string
  onChange(name: string | null): void
}

export function VariableSelect(props: VariableSelectProps) {
  const { t } = useTranslation(['wizards', 'common'])
  const { variables, value, isRequired = false } = props
  const isGone = value !== null && !variables.some(({ columnName }) => columnName === value)
  const none = variables.length === 0 ? t('wizards:settings.noVariables') : undefined
  return (
    <Select
      label={props.label}
      description={props.error ? undefined : (none ?? props.help)}
      error={props.error}
      placeholder={props.placeholder ?? t('wizards:settings.chooseVariable')}
      searchable
      required={isRequired}
      clearable={!isRequired}
      allowDeselect={!isRequired}
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      nothingFoundMessage={t('common:noResults')}
      value={value}
      data={[
        ...variables.map(({ columnName, label }) => ({ value: columnName, label })),
        // Still shown, so that one sees what is missing.
        ...(isGone && value !== null ? [{ value, label: value }] : []),
      ]}
      onChange={props.onChange}
    />
  )
}

/** Variables that hold records, or fields of their first record that link to records. */
export const ofRecords = (variables: readonly Variable[]): Variable[] =>
  variables.filter((variable) => collectionOfVariable(variable) !== null)

/** Chooses the records that a task works on. */
export function RecordsSelect({ variables, ...props }: Omit<VariableSelectProps, 'isRequired'>) {
  return <VariableSelect {...props} variables={ofRecords(variables)} isRequired />
}
