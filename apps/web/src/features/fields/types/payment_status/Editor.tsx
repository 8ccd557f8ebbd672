import { type PaymentStatus, paymentStatuses } from '@muster/contract/fields/types/payment_status'
import { useState } from 'react'
import { Picker } from '../../picker/Picker.tsx'
import type { EditorProps } from '../definition.ts'
import { statusColor } from './Cell.tsx'

export const inputs = 'one'

export function Editor(props: EditorProps<PaymentStatus, object>) {
  const { value, context, onChange } = props
  const [search, setSearch] = useState('')
  const all = paymentStatuses.map((status, id) => ({
    id,
    name: context.t(`dataTypes:paymentStatus.${status}`),
    color: statusColor[status],
  }))
  const words = search.trim().toLowerCase()
  return (
    <Picker
      {...props}
      isMulti={false}
      selected={all.filter(({ id }) => paymentStatuses[id] === value)}
      options={all.filter(({ name }) => name.toLowerCase().includes(words))}
      isLoading={false}
      search={search}
      onSearch={setSearch}
      onPick={({ id }) => onChange(paymentStatuses[id] ?? null)}
      onRemove={() => onChange(null)}
      placeholder={context.t('fields:picker.choose')}
    />
  )
}
