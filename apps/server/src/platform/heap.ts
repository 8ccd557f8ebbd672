/**
 * Limits how much garbage the process accumulates. By default, V8 lets a server's heap grow to four times the
 * live memory before it collects: measured under load, 50 MB of live memory took 250 MB. Collecting at one
 * and a half times costs no measurable time, because there is little live memory and it is marked
 * concurrently.
 */
import v8 from 'node:v8'

const growthPercent = 50

/**
 * Call it first. It is not a command-line option, so that the server behaves the same however it is started.
 */
export function keepHeapSmall(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
