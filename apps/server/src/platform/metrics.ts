/** The metrics of `/metrics`: the process, HTTP requests, the connection pool and background jobs. */
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Content of `/metrics` and its content type. */
  read(): Promise<{ contentType: string; body: string }>
  /** `route` is the pattern, never the path: with ids there would be one time series per record. */
  observeRequest(request: { method: string; route: string; status: number }, seconds: number): void
  observeJob(task: string, outcome: 'success' | 'error', seconds: number): void
  /** Adds a gauge of the pool's connections by state. */
  watchPool(pool: pg.Pool): void
}

/** Uses a separate registry, so that several servers in one process (in tests) do not conflict. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'muster_http_request_duration_seconds',
    help: 'HTTP requests by route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const jobs = new Counter({
    name: 'muster_jobs_total',
    help: 'Background job attempts by task and outcome',
    labelNames: ['task', 'outcome'] as const,
    registers,
  })
  const jobSeconds = new Counter({
    name: 'muster_job_seconds_total',
    help: 'Time spent in background jobs by task',
    labelNames: ['task'] as const,
    registers,
  })
  return {
    read: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
    observeRequest({ method, route, status }, seconds) {
      requests.observe({ method, route, status: String(status) }, seconds)
    },
    observeJob(task, outcome, seconds) {
      jobs.inc({ task, outcome })
      jobSeconds.inc({ task }, seconds)
    },
    watchPool(pool) {
      new Gauge({
        name: 'muster_database_connections',
        help: 'Connections of the pool by state, and requests that wait for one',
        labelNames: ['state'] as const,
        registers,
        collect() {
          this.set({ state: 'idle' }, pool.idleCount)
          this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
          this.set({ state: 'waiting' }, pool.waitingCount)
        },
      })
    },
  }
}
