/** Chooses the width of a field or a card. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type DataField, displayWidths } from '@muster/contract/fields/fields.schema'
import { useTranslation } from 'react-i18next'

export function WidthSelect({
  value,
  none,
  onChange,
  ...props
}: Pick<NativeSelectProps, 'label' | 'description' | 'size' | 'className' | 'aria-label'> & {
  value: DataField['displayWidth'] | null
  /** Label of "no width of its own"; without it, a width is required. */
  none?: string
  onChange(width: DataField['displayWidth'] | null): void
}) {
  const { t } = useTranslation(['dataTypes'])
  return (
    <NativeSelect
      {...props}
      value={value ?? ''}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...displayWidths.map((width) => ({ value: width, label: t(`width.${width}`) })),
      ]}
      onChange={(event) => onChange(displayWidths.find((one) => one === event.currentTarget.value) ?? null)}
    />
  )
}
