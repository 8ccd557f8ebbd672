/** Phone numbers as people of a country write them. */
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

const shown = new Map<string, string>()

/** National inside the country, international elsewhere. Cached: a grid formats the same ones again and again. */
export function showPhone(e164: string, country: string): string {
  const key = `${country}${e164}`
  const known = shown.get(key)
  if (known !== undefined) return known
  const phone = parsePhoneNumberFromString(e164)
  const text = phone
    ? phone.country === country
      ? phone.formatNational()
      : phone.formatInternational()
    : e164
  if (shown.size > 20_000) shown.clear()
  shown.set(key, text)
  return text
}

/** +1 of the US; null for a country that has none of its own. */
export function callingCode(country: string): string | null {
  return isSupportedCountry(country) ? `+${getCountryCallingCode(country as CountryCode)}` : null
}
