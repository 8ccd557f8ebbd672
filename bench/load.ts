/** Interleaved load on two servers: short alternating rounds, so that noise on the machine affects both. */
import autocannon from 'autocannon'

export interface Target {
  url: string
  requests: autocannon.Request[]
}

export interface Measured {
  reqPerSec: number
  p50: number
  p99: number
}

export interface Result extends Measured {
  name: string
  ratio: number
  baseline: Measured
  /** Further figures, with the most that they may be. */
  limits?: readonly Limit[]
}

export interface Limit {
  /** What is counted, in the plural. */
  of: string
  value: number
  /** Without it the figure is only printed. */
  atMost?: number | undefined
}

export const isMissed = ({ value, atMost }: Limit): boolean => atMost !== undefined && value > atMost

const rounds = 3

/** `ratio` is our requests per second divided by the baseline's, each the median of the rounds. */
export async function compare(
  name: string,
  ours: Target,
  baseline: Target,
  options: Load = {},
): Promise<Result> {
  const own: Measured[] = []
  const theirs: Measured[] = []
  await load(ours, { ...options, seconds: 1 })
  await load(baseline, { ...options, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    own.push(await load(ours, options))
    theirs.push(await load(baseline, options))
  }
  const measured = median(own)
  const base = median(theirs)
  return { name, ratio: measured.reqPerSec / base.reqPerSec, ...measured, baseline: base }
}

/** Duration and concurrency of one round. */
interface Load {
  seconds?: number
  connections?: number
}

async function load({ url, requests }: Target, { seconds = 3, connections = 16 }: Load): Promise<Measured> {
  const result = await autocannon({ url, connections, duration: seconds, requests })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} unsuccessful responses, ${result.errors} errors (${JSON.stringify(result.statusCodeStats)})`,
    )
  }
  return { reqPerSec: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

function median(all: readonly Measured[]): Measured {
  return [...all].sort((a, b) => a.reqPerSec - b.reqPerSec)[Math.floor(all.length / 2)] as Measured
}

/** Sorted latencies of sequential requests in milliseconds, for operations too slow for a load test. */
export async function times(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work(n)
    latencies.push(performance.now() - startedAt)
  }
  return latencies.sort((a, b) => a - b)
}

export const p50 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0
export const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0
