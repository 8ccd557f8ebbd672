/** Interleaved load on two servers: short rounds by turns, so that a noisy machine is noisy for both. */
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
}

const rounds = 3

/** Requests per second of ours as a ratio to the baseline's; the median of the rounds each. */
export async function compare(
  name: string,
  ours: Target,
  baseline: Target,
  options: Load = {},
): Promise<Result> {
  const own: Measured[] = []
  const theirs: Measured[] = []
  await shoot(ours, { ...options, seconds: 1 })
  await shoot(baseline, { ...options, seconds: 1 })
  for (let round = 0; round < rounds; round++) {
    own.push(await shoot(ours, options))
    theirs.push(await shoot(baseline, options))
  }
  const measured = median(own)
  const base = median(theirs)
  return { name, ratio: measured.reqPerSec / base.reqPerSec, ...measured, baseline: base }
}

/** Of one shot: how long, and by how many callers at once. */
interface Load {
  seconds?: number
  connections?: number
}

async function shoot({ url, requests }: Target, { seconds = 3, connections = 16 }: Load): Promise<Measured> {
  const result = await autocannon({ url, connections, duration: seconds, requests })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url}: ${result.non2xx} answers were refusals, ${result.errors} errors (${JSON.stringify(result.statusCodeStats)})`,
    )
  }
  return { reqPerSec: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

function median(all: readonly Measured[]): Measured {
  return [...all].sort((a, b) => a.reqPerSec - b.reqPerSec)[Math.floor(all.length / 2)] as Measured
}

/** One request after another; milliseconds each, sorted. For things too slow or too rare to load. */
export async function times(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < count; n++) {
    const startedAt = performance.now()
    await work(n)
    taken.push(performance.now() - startedAt)
  }
  return taken.sort((a, b) => a - b)
}

export const p50 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0
export const p99 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? 0
