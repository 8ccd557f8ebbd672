/** What a blueprint costs other teams: an amount in a currency, or nothing. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Money } from '@muster/contract/fields/types/money'
import { useMemo } from 'react'
import { FieldInput, useFieldContext } from '../../fields/public.ts'

export function PriceInput({
  label,
  help,
  value,
  error,
  onChange,
}: {
  label: string
  help: string
  /** Null: free. */
  value: Money | null
  error: string | undefined
  /** @param isValid whether all that is typed is an amount */
  onChange(value: Money | null, isValid: boolean): void
}) {
  const context = useFieldContext()
  const field = useMemo(
    (): DataField => ({
      id: 0,
      dataCollectionId: 0,
      title: label,
      titleTranslations: {},
      columnName: 'price',
      dataType: 'money',
      description: '',
      descriptionTranslations: {},
      helpText: help,
      displayWidth: 'full',
      isRequired: false,
      isUnique: false,
      defaultValue: null,
      settings: { min: 0 },
      rank: 0,
      deletedAt: null,
      canUpdate: true,
      displayedInViews: [],
    }),
    [label, help],
  )
  return (
    <FieldInput
      field={field}
      value={value}
      context={context}
      error={error}
      onChange={(next, { problem }) => onChange(next as Money | null, !problem)}
    />
  )
}
