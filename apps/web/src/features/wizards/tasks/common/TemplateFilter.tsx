/** A filter over a collection whose values may be variables. */
import { Input } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import type { Variable } from '@muster/contract/wizards/variables'
import { useId } from 'react'
import { FilterBuilder } from '../../../filters/public.ts'

export function TemplateFilter({
  label,
  help,
  error,
  dataCollectionId,
  variables,
  value,
  onChange,
}: {
  label: string
  help: string
  error: string | undefined
  dataCollectionId: number
  variables: readonly Variable[]
  value: Filter | null
  onChange(filter: Filter | null): void
}) {
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      label={label}
      labelElement="div"
      description={error ? undefined : help}
      error={error}
    >
      <FilterBuilder
        // Fields of another collection: the conditions start over.
        key={dataCollectionId}
        dataCollectionId={dataCollectionId}
        variables={variables.map(({ columnName, label: text }) => ({ name: columnName, label: text }))}
        value={value}
        onChange={onChange}
      />
    </Input.Wrapper>
  )
}
