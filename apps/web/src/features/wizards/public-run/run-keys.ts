/**
 * The runs of this tab and their keys: they survive a reload, and end with the tab. In frames of other sites some
 * browsers keep nothing, as Chrome does in private windows; what they do keep is a cookie that belongs to the two sites
 * together. The server never reads it, and it ends soon, because it would outlive the tab.
 */
interface KeptRun {
  wizardRunId: number
  key: string
}

/** Under which a run is kept. */
export const nameOfRun = (place: string) => `wizardRun ${place}`

/** For the time that neither is allowed, as in frames without an origin: a reload then starts over. */
const here = new Map<string, KeptRun>()

export function keptRun(place: string): KeptRun | null {
  const known = here.get(place)
  if (known) return known
  const name = nameOfRun(place)
  const found = firstAllowed(
    () => parsed(sessionStorage.getItem(name)),
    () => parsed(readCookie(name)),
  )
  return isKept(found) ? found : null
}

export function keepRun(place: string, run: KeptRun): void {
  here.set(place, run)
  const name = nameOfRun(place)
  const text = JSON.stringify(run)
  firstAllowed(
    () => sessionStorage.setItem(name, text),
    () => writeCookie(name, text, 3600),
  )
}

export function forgetRun(place: string): void {
  here.delete(place)
  const name = nameOfRun(place)
  firstAllowed(
    () => sessionStorage.removeItem(name),
    () => writeCookie(name, '', 0),
  )
}

function firstAllowed<Result>(...ways: (() => Result)[]): Result | undefined {
  for (const way of ways) {
    try {
      return way()
    } catch {
      // The next one.
    }
  }
  return undefined
}

const parsed = (text: string | null | undefined): unknown => JSON.parse(text ?? 'null')

function readCookie(name: string): string | undefined {
  const start = `${encodeURIComponent(name)}=`
  const found = document.cookie.split('; ').find((one) => one.startsWith(start))
  return found && decodeURIComponent(found.slice(start.length))
}

function writeCookie(name: string, value: string, seconds: number): void {
  // The newer `cookieStore` only answers later, when the page has already begun without the run.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=/public; Max-Age=${seconds}; SameSite=None; Secure; Partitioned`
}

const isKept = (value: unknown): value is KeptRun =>
  typeof value === 'object' &&
  value !== null &&
  'wizardRunId' in value &&
  typeof value.wizardRunId === 'number' &&
  'key' in value &&
  typeof value.key === 'string'
