/** The default order of a collection's list. */
import { Group, Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'
import { choicesOf, DirectionSwitch, isSortable } from '../../filters/public.ts'

const manual = 'manual'

export function OrderSelect({
  fields,
  canBeManual,
  value,
  error,
  onChange,
}: {
  fields: readonly DataField[]
  /** Members added by hand may be ordered by hand. */
  canBeManual: boolean
  value: string | null
  error: string | undefined
  onChange(order: string | null): void
}) {
  const { t } = useTranslation(['collections', 'common', 'filters', 'errors'])
  const isDescending = value?.startsWith('-') ?? false
  const name = isDescending ? (value?.slice(1) ?? null) : value
  const choices = choicesOf(fields, t as never).filter((choice) => isSortable(choice))
  const known = [...(canBeManual ? [manual] : []), ...choices.map((choice) => choice.name)]
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Select
        style={{ flex: 1 }}
        label={t('collections:form.order')}
        description={t('collections:form.orderHelp')}
        placeholder={t('collections:form.noOrder')}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        error={error}
        value={name !== null && known.includes(name) ? name : null}
        data={[
          ...(canBeManual ? [{ value: manual, label: t('collections:form.byHand') }] : []),
          ...choices.map((choice) => ({ value: choice.name, label: choice.title })),
        ]}
        onChange={onChange}
      />
      {name !== null && name !== manual && (
        <DirectionSwitch
          label={t('filters:sort.direction')}
          value={isDescending ? 'desc' : 'asc'}
          onChange={(direction) => onChange(direction === 'desc' ? `-${name}` : name)}
        />
      )}
    </Group>
  )
}
