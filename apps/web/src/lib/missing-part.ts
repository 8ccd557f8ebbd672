/** A part of the app that could not be loaded, as after a new version was installed while the page was open. */

/** In the words of each browser. If the server has a newer version by now, that comes with a reload. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message)

const reloadPauseMs = 30_000

/** Whether a reload can bring the missing part: another one would not help, and one after the other would not end. */
export const reloadsFor = (error: unknown): boolean => isMissingPart(error) && !hasJustReloaded()

let isReloading = false

/** Reloads the page once, however many of its parts ask for it. */
export function reloadPage(): void {
  if (isReloading) return
  isReloading = true
  window.location.reload()
}

function hasJustReloaded(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' && performance.now() < reloadPauseMs
}
