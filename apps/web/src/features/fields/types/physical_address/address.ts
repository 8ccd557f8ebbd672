/** An address as it is written on an envelope of its country. */
import type { PhysicalAddress } from '@muster/contract/fields/types/physical_address'
import type { FieldContext } from '../../field-context.ts'
import { addressForm } from './address-form.ts'

export function addressLines(address: PhysicalAddress, { format, country: own }: FieldContext): string[] {
  const { line1, line2, city, region, postalCode, country, lat, lng } = address
  const join = (parts: readonly (string | null)[], separator: string) =>
    parts.filter((part) => part !== null && part !== '').join(separator)
  // Countries that write the postal code after city and region; elsewhere it comes before the city.
  const place =
    addressForm(country ?? own).parts.at(-1) === 'postalCode'
      ? join([city, join([region, postalCode], ' ')], ', ')
      : join([join([postalCode, city], ' '), region], ', ')
  const land =
    country === null || country === own
      ? null
      : (new Intl.DisplayNames(format.language, { type: 'region' }).of(country) ?? country)
  const lines = [line1, line2, place, land].filter((line): line is string => Boolean(line))
  if (lines.length > 0 || lat === null || lng === null) return lines
  return [`${format.number(lat)}, ${format.number(lng)}`]
}
