/** From which fields addresses and languages are taken, where a collection has several of the type. */
import { NativeSelect } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { Audience } from '@muster/contract/messages/audience'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { FormSection } from '../../../ui/FormSection.tsx'
import { fieldTitle } from '../../fields/public.ts'
import { usePeopleCollections } from './use-sources.ts'

const addressTypes = { EMAIL: 'email_address', SMS: 'phone_number' } as const

export function AddressFields({
  method,
  audience,
  onChange,
}: {
  method: DeliveryMethod
  audience: Audience
  onChange: ((change: Partial<Audience>) => void) | undefined
}) {
  const { t } = useTranslation('messages')
  const { language } = useFormat()
  const homes = usePeopleCollections().filter(({ idParentDataCollection }) => idParentDataCollection === null)
  const rows = homes
    .map((home) => ({
      home,
      fields: home.DataFields.filter(({ dataType }) => dataType === addressTypes[method]),
    }))
    .filter(({ fields }) => fields.length > 1)
  if (rows.length === 0 || !onChange) return null
  const choose = (fields: DataCollection['DataFields'], id: number | null) => {
    const others = audience.addressFieldIds.filter((one) => !fields.some((field) => field.id === one))
    onChange({ addressFieldIds: id === null ? others : [...others, id] })
  }
  return (
    <FormSection title={t('audience.addresses')} isOpen={audience.addressFieldIds.length > 0}>
      {rows.map(({ home, fields }) => (
        <NativeSelect
          key={home.id}
          label={t('audience.addressOf', { collection: home.pluralName })}
          w={320}
          maw="100%"
          value={String(fields.find(({ id }) => audience.addressFieldIds.includes(id))?.id ?? '')}
          data={[
            { value: '', label: t('audience.firstField') },
            ...fields.map((field) => ({ value: String(field.id), label: fieldTitle(field, language) })),
          ]}
          onChange={({ currentTarget: { value } }) => choose(fields, value === '' ? null : Number(value))}
        />
      ))}
    </FormSection>
  )
}
