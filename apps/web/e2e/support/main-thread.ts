/**
 * How long a page kept its main thread busy, task by task. Wall time includes other programs on the same
 * cores; the thread's own CPU time does not, and is what a test can assert.
 */
import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: start, wall time, CPU time. */
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { message?: string } }
}

export interface MainThread {
  /** CPU time of the longest tasks in milliseconds, longest first. */
  work: number[]
  /** The same in wall time. */
  wall: number[]
}

const mark = 'muster-main-thread'

/** Records the page while `run` runs. */
export async function watchMainThread(page: Page, run: () => Promise<void>): Promise<MainThread> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'], excludedCategories: ['*'] },
  })
  await page.evaluate((name) => console.timeStamp(name), mark)
  await run()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const own = events.find(({ name, args }) => name === 'TimeStamp' && args?.data?.message === mark)
  if (!own) throw new Error('The trace does not tell which thread is the page’s')
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      ph === 'X' && pid === own.pid && tid === own.tid && ts >= own.ts && /RunTask$/.test(name),
  )
  const longest = (pick: (event: TraceEvent) => number | undefined) =>
    tasks.map((task) => (pick(task) ?? 0) / 1000).sort((a, b) => b - a)
  return { work: longest(({ tdur }) => tdur), wall: longest(({ dur }) => dur) }
}
