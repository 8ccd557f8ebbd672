/** Long work in slices, so that the page stays responsive: no slice is long enough to be noticed. */

const sliceMs = 12

interface Scheduling {
  scheduler?: { yield?: () => Promise<void> }
}

/** Yields to the browser. */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as Scheduling
  if (scheduler?.yield) return scheduler.yield()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/**
 * Collects a generator's values, in slices.
 *
 *   const rows = await inSlices(tsvRows(text))
 */
export async function inSlices<T>(steps: Iterable<T>): Promise<T[]> {
  const made: T[] = []
  let until = performance.now() + sliceMs
  for (const step of steps) {
    made.push(step)
    if (performance.now() < until) continue
    await pause()
    until = performance.now() + sliceMs
  }
  return made
}
