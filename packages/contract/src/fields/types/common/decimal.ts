/** Exact decimal arithmetic for values that JSON carries as numbers. */

/** units * 10^-scale */
export interface Decimal {
  units: bigint
  scale: number
}

const plain = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i

/** Reads the output of JavaScript and `readNumber`: digits, one dot, an exponent. */
export function toDecimal(value: number | string): Decimal | undefined {
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 }
  const match = plain.exec(String(value))
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return undefined
  const shift = Number(exponent) - fraction.length
  if (Math.abs(shift) > 1000) return undefined
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  return shift > 0
    ? { units: digits * 10n ** BigInt(shift), scale: 0 }
    : trim({ units: digits, scale: -shift })
}

/** Drops trailing zeros of the fraction. */
function trim({ units, scale }: Decimal): Decimal {
  let trimmed = units
  let left = scale
  while (left > 0 && trimmed % 10n === 0n) {
    trimmed /= 10n
    left--
  }
  return { units: trimmed, scale: left }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return trim({ units: atScale(a, scale) + atScale(b, scale), scale })
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return trim({ units: a.units * b.units, scale: a.scale + b.scale })
}

/** Rounds half away from zero, as PostgreSQL rounds `numeric`. */
export function round(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value
  const divisor = 10n ** BigInt(value.scale - scale)
  const half = (value.units < 0n ? -divisor : divisor) / 2n
  return trim({ units: (value.units + half) / divisor, scale })
}

function atScale({ units, scale }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - scale)
}

/** Number of significant digits, without leading and trailing zeros. */
export function significantDigits({ units }: Decimal): number {
  return String(units).replace(/^-/, '').replace(/0+$/, '').length
}

/** Digits and a dot, never an exponent. */
export function writeDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const sign = units < 0n ? '-' : ''
  return scale > 0 ? `${sign}${whole}.${digits.slice(-scale)}` : `${sign}${whole}`
}

export function toNumber(value: Decimal): number {
  return Number(writeDecimal(value))
}
