/** Countries and currencies by their names in the reader's language. */
import { Select, type SelectProps } from '@mantine/core'
import { countries } from '@muster/contract/fields/countries'
import { currencies } from '@muster/contract/fields/currencies'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/use-format.ts'

interface CodeSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  value: string | null
  onChange(code: string | null): void
  /** Label of the empty choice. */
  emptyLabel?: string
  /** Shows the code alone; the list still has the names. */
  isShort?: boolean
}

function CodeSelect({
  codes,
  kind,
  value,
  onChange,
  emptyLabel,
  isShort,
  ...select
}: CodeSelectProps & { codes: readonly string[]; kind: 'region' | 'currency' }) {
  const { t } = useTranslation('common')
  const { language, compare } = useFormat()
  const names = useMemo(() => {
    const display = new Intl.DisplayNames(language, { type: kind })
    return new Map(codes.map((code) => [code, display.of(code) ?? code]))
  }, [codes, kind, language])
  const data = useMemo(
    () =>
      [...names]
        .sort(([codeA, a], [codeB, b]) => (isShort ? compare(codeA, codeB) : compare(a, b)))
        .map(([code, name]) => ({ value: code, label: isShort ? code : name })),
    [names, isShort, compare],
  )
  return (
    <Select
      searchable
      clearable={value !== null}
      clearButtonProps={{ 'aria-label': t('clear') }}
      nothingFoundMessage={t('noResults')}
      placeholder={emptyLabel}
      comboboxProps={{ withinPortal: true, width: isShort ? 260 : undefined, position: 'bottom-end' }}
      filter={({ options, search }) => {
        const words = search.trim().toLowerCase()
        return options.filter(
          (option) =>
            'value' in option &&
            (option.value.toLowerCase().startsWith(words) ||
              (names.get(option.value) ?? '').toLowerCase().includes(words)),
        )
      }}
      renderOption={({ option }) => (
        <span>
          {names.get(option.value)}
          {kind === 'currency' && <span style={{ color: 'var(--m-muted)' }}> {option.value}</span>}
        </span>
      )}
      {...select}
      data={data}
      value={value}
      onChange={onChange}
    />
  )
}

export function CountrySelect(props: CodeSelectProps) {
  return <CodeSelect {...props} codes={countries} kind="region" />
}

export function CurrencySelect(props: CodeSelectProps) {
  return <CodeSelect {...props} codes={currencies} kind="currency" />
}
