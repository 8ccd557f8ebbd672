/** The quotas of a team or, as defaults, of the system. */
import { NumberInput } from '@mantine/core'
import { type OwnQuotas, type QuotaName, quotaNames } from '@muster/contract/teams/quotas.schema'
import { useTranslation } from 'react-i18next'

/** Storage is typed in gigabytes. */
const unitOf = (name: QuotaName) => (name === 'maxStorageBytes' ? 1e9 : 1)

export function QuotaInputs({
  quotas,
  placeholderOf,
  helpOf,
  onChange,
}: {
  quotas: OwnQuotas
  /** What applies where a quota is empty. */
  placeholderOf(name: QuotaName): string
  helpOf?(name: QuotaName): string | undefined
  onChange(change: Partial<OwnQuotas>): void
}) {
  const { t } = useTranslation('sysAdmin')
  return quotaNames.map((name) => {
    const unit = unitOf(name)
    const value = quotas[name]
    return (
      <NumberInput
        key={name}
        label={t(`quotas.${name}`)}
        description={helpOf?.(name)}
        placeholder={placeholderOf(name)}
        suffix={unit === 1 ? undefined : t('quotas.storageUnit')}
        min={0}
        max={1e15 / unit}
        decimalScale={unit === 1 ? 0 : 3}
        clampBehavior="blur"
        value={value === null ? '' : value / unit}
        onChange={(typed) =>
          onChange({ [name]: typeof typed === 'number' ? Math.round(typed * unit) : null })
        }
      />
    )
  })
}
