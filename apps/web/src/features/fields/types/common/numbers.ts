/** Numbers as the reader's language writes them. */

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language, options])
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, options)
  formats.set(key, made)
  return made
}

/** With the value's own decimals, or a fixed number where the field sets one. */
export function showNumber(
  value: number,
  { displayFormat, decimals = null }: { displayFormat?: 'grouped' | 'plain'; decimals?: number | null },
  language: string,
): string {
  return formatOf(language, {
    useGrouping: displayFormat !== 'plain',
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 15,
  }).format(value)
}

/** 12.5 as 12.5%. */
export function showPercent(value: number, decimals: number | null, language: string): string {
  return formatOf(language, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? 15,
  }).format(value)
}

export function showMoney(
  { amount, currency }: { amount: number; currency: string },
  decimals: number | null,
  language: string,
): string {
  const digits = decimals === null ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const exact = formatOf(language, { style: 'currency', currency, ...digits })
  // Amounts finer than the currency show all their decimals: nothing is rounded away.
  const shown = exact.resolvedOptions().maximumFractionDigits ?? 2
  const isFiner = Number(amount.toFixed(shown)) !== amount
  return isFiner
    ? formatOf(language, { style: 'currency', currency, maximumFractionDigits: 15 }).format(amount)
    : exact.format(amount)
}
