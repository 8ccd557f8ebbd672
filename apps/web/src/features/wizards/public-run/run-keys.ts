/** The runs of this tab and their keys: they survive a reload, and end with the tab. */
interface KeptRun {
  wizardRunId: number
  key: string
}

const nameOf = (place: string) => `wizardRun ${place}`

/** For the time that storage is blocked, as it may be in frames. */
const here = new Map<string, KeptRun>()

export function keptRun(place: string): KeptRun | null {
  const known = here.get(place)
  if (known) return known
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(nameOf(place)) ?? 'null')
    return isKept(found) ? found : null
  } catch {
    return null
  }
}

export function keepRun(place: string, run: KeptRun): void {
  here.set(place, run)
  try {
    sessionStorage.setItem(nameOf(place), JSON.stringify(run))
  } catch {
    // Blocked storage: a reload starts over.
  }
}

export function forgetRun(place: string): void {
  here.delete(place)
  try {
    sessionStorage.removeItem(nameOf(place))
  } catch {
    // as above
  }
}

const isKept = (value: unknown): value is KeptRun =>
  typeof value === 'object' &&
  value !== null &&
  'wizardRunId' in value &&
  typeof value.wizardRunId === 'number' &&
  'key' in value &&
  typeof value.key === 'string'
