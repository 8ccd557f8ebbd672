/**
 * The parts of an address in the order in which its country writes them, and their names there. A part that a
 * country does not use is hidden unless it is filled.
 */
export const addressParts = ['line1', 'line2', 'city', 'region', 'postalCode'] as const
export type AddressPart = (typeof addressParts)[number]

const regionNames = ['region', 'state', 'province', 'county', 'department', 'prefecture'] as const
const codeNames = ['postalCode', 'zip', 'postcode', 'eircode', 'pin'] as const
const cityNames = ['city', 'town', 'suburb', 'municipality'] as const

/** Keys of `fields:address`. */
export type AddressLabel =
  | 'line1'
  | 'line2'
  | (typeof regionNames)[number]
  | (typeof codeNames)[number]
  | (typeof cityNames)[number]

export interface AddressForm {
  parts: readonly AddressPart[]
  labels: Readonly<Record<AddressPart, AddressLabel>>
}

type Words = Partial<Record<'city' | 'region' | 'postalCode', AddressLabel>>

/** c: city, r: region, p: postal code. */
function form(order: 'crp' | 'pcr' | 'pc' | 'cp' | 'cr' | 'rcp', words: Words = {}): AddressForm {
  const named = { c: 'city', r: 'region', p: 'postalCode' } as const
  const rest = [...order].map((letter) => named[letter as 'c' | 'r' | 'p'])
  return {
    parts: ['line1', 'line2', ...rest],
    labels: {
      line1: 'line1',
      line2: 'line2',
      city: 'city',
      region: 'region',
      postalCode: 'postalCode',
      ...words,
    },
  }
}

const continental = form('pc')
const province = form('pcr', { region: 'province' })
const usual = form('pcr')

const byCountry: Readonly<Record<string, AddressForm>> = {
  US: form('crp', { region: 'state', postalCode: 'zip' }),
  PR: form('cp', { postalCode: 'zip' }),
  CA: form('crp', { region: 'province' }),
  AU: form('crp', { city: 'suburb', region: 'state', postalCode: 'postcode' }),
  NZ: form('cp', { postalCode: 'postcode' }),
  GB: form('crp', { city: 'town', region: 'county', postalCode: 'postcode' }),
  IE: form('crp', { city: 'town', region: 'county', postalCode: 'eircode' }),
  IN: form('crp', { region: 'state', postalCode: 'pin' }),
  ZA: form('crp', { region: 'province' }),
  BR: form('crp', { region: 'state' }),
  MX: form('pcr', { region: 'state' }),
  AR: province,
  CL: form('pcr', { city: 'municipality' }),
  CO: form('crp', { region: 'department' }),
  PE: form('pcr', { region: 'department' }),
  ES: province,
  IT: province,
  BE: continental,
  NL: continental,
  LU: continental,
  FR: continental,
  CH: continental,
  DE: continental,
  AT: continental,
  DK: continental,
  NO: continental,
  SE: continental,
  FI: continental,
  PL: continental,
  CZ: continental,
  PT: continental,
  GR: continental,
  JP: form('rcp', { region: 'prefecture' }),
  HK: form('cr'),
  SG: form('cp'),
  AE: form('cr'),
}

export function addressForm(country: string | null): AddressForm {
  return (country && byCountry[country]) || usual
}

/** The parts to show: those of the country, and other filled ones. */
export function shownParts(
  { parts }: AddressForm,
  texts: Readonly<Record<AddressPart, string>>,
): readonly AddressPart[] {
  return [...parts, ...addressParts.filter((part) => !parts.includes(part) && texts[part].trim() !== '')]
}
