/**
 * How long a page kept its main thread, task by task. Wall time counts what other programs did meanwhile on the same
 * cores; the time that the thread itself was at work does not, and is what a test can hold a page to.
 */
import type { Page } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: when, how long by the clock, how long at work. */
  ts: number
  dur?: number
  tdur?: number
  args?: { data?: { message?: string } }
}

export interface MainThread {
  /** Milliseconds at work of the longest tasks, longest first. */
  work: number[]
  /** The same by the clock. */
  wall: number[]
}

const mark = 'muster-main-thread'

/** Watches the page while `act` runs. */
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
