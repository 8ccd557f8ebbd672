/** Live updates between processes and to browsers: LISTEN/NOTIFY carries ids and versions, never data. */
import type { LiveEvent, Presence } from '@muster/contract/events/events.api'
import { everythingChanged } from '@muster/contract/events/position'
import pg from 'pg'
import type { Logger } from 'pino'
import { RecentEvents } from './recent-events.ts'

const channel = 'muster_live'
/** Writes within this time travel as one notification: NOTIFY takes a lock at commit that would queue them up. */
const batchMs = 50
/** With more ids than this, clients refetch everything they show. NOTIFY carries at most 8,000 bytes. */
const maxIds = 300

/** An event as processes exchange it. */
export interface TeamEvent extends LiveEvent {
  /** For `permissions`: whose changed, which only the server needs to know. Absent: everybody's. */
  of?: { teamUserIds: readonly number[] } | { userRoleId: number }
}

type Listener = (event: TeamEvent) => void

interface Batch {
  /** By kind and collection. */
  events: Map<string, LiveEvent & { recordIds: number[] }>
}

/** What processes invalidate in each other's caches: a team's model, a user's session or standing. */
export type Invalidation =
  | { model: number }
  /** All models. */
  | { models: true }
  | { session: string }
  | { user: string }
  | { team: number }

/** A window's location, announced by the process it is connected to; `hasLeft` when it closed. */
export interface PresenceNotice {
  teamId: number
  presence: Presence
  hasLeft: boolean
}

export class Live {
  private readonly pool: pg.Pool
  private readonly url: string
  private readonly log: Logger
  /** Names this process in its invalidations, which it has applied itself already. */
  private readonly origin = crypto.randomUUID()
  private readonly listeners = new Map<number, Set<Listener>>()
  private readonly invalidators = new Set<(what: Invalidation) => void>()
  private readonly resets = new Set<() => void>()
  private readonly recordListeners = new Set<(teamId: number, dataCollectionId: number | 'all') => void>()
  private readonly messageListeners = new Set<(teamId: number) => void>()
  private readonly presenceListeners = new Set<(notice: PresenceNotice) => void>()
  private readonly recent = new RecentEvents<TeamEvent>()
  private readonly pending = new Map<number, Batch>()
  private timer: NodeJS.Timeout | undefined
  private client: pg.Client | undefined
  private isStopped = false

  constructor(options: { pool: pg.Pool; url: string; log: Logger }) {
    this.pool = options.pool
    this.url = options.url
    this.log = options.log
  }

  /** Begins to listen; after a lost connection all caches are cleared, because notifications may be lost too. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'muster live' })
    this.client = client
    client.on('error', () => {})
    client.on('notification', ({ payload }) => this.receive(payload ?? ''))
    await client.connect()
    await client.query(`listen ${channel}`)
    client.on('end', () => void this.reconnect())
  }

  private async reconnect(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.start()
        this.recent.clear()
        for (const reset of this.resets) reset()
        for (const [teamId] of this.listeners) {
          for (const event of everythingChanged) this.deliver(teamId, event)
        }
        return
      } catch (error) {
        this.log.warn({ err: error }, 'live updates: the database does not answer, trying again')
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.flush()
    await this.client?.end()
  }

  /** Calls back for each event of the team until the returned function is called. */
  subscribe(teamId: number, listener: Listener): () => void {
    const set = this.listeners.get(teamId) ?? new Set()
    this.listeners.set(teamId, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) this.listeners.delete(teamId)
    }
  }

  /** Where a team's events that are received from now on begin: see `eventsAfter`. */
  position(teamId: number): string {
    return this.recent.position(teamId)
  }

  /** The events of a team that this process received after a position, or null when some may be missing. */
  eventsAfter(position: string, teamId: number): TeamEvent[] | null {
    return this.recent.after(position, teamId)
  }

  /** `onReset` is called when notifications may have been missed. */
  onInvalidation(forget: (what: Invalidation) => void, onReset: () => void): void {
    this.invalidators.add(forget)
    this.resets.add(onReset)
  }

  /** Invalidates caches in all processes, in this one at once; call it after the change is committed. */
  async invalidate(what: Invalidation): Promise<void> {
    for (const forget of this.invalidators) forget(what)
    await this.pool.query('select pg_notify($1, $2)', [
      channel,
      JSON.stringify({ forget: what, origin: this.origin }),
    ])
  }

  /** Calls back in every process whenever records of a collection's tree may have changed. */
  onRecordsChanged(listener: (teamId: number, dataCollectionId: number | 'all') => void): void {
    this.recordListeners.add(listener)
  }

  /**
   * Calls back in every process whenever something changed about a team's outgoing messages.
   *
   * @returns what ends it
   */
  onMessagesChanged(listener: (teamId: number) => void): () => void {
    this.messageListeners.add(listener)
    return () => this.messageListeners.delete(listener)
  }

  /** Announces changed records to every process, batched for some milliseconds. */
  recordsChanged(teamId: number, dataCollectionId: number, recordIds: readonly number[] | 'all'): void {
    for (const listener of this.recordListeners) listener(teamId, dataCollectionId)
    const batch = this.pending.get(teamId) ?? { events: new Map() }
    this.pending.set(teamId, batch)
    const key = `records ${dataCollectionId}`
    const event = batch.events.get(key) ?? { kind: 'records', dataCollectionId, recordIds: [] }
    batch.events.set(key, event)
    if (recordIds === 'all' || event.recordIds.length + recordIds.length > maxIds) {
      event.all = true
      event.recordIds = []
    } else if (!event.all) event.recordIds.push(...recordIds)
    this.timer ??= setTimeout(() => void this.flush(), batchMs)
  }

  /** Calls back in every process for each window that announces its location. */
  onPresence(listener: (notice: PresenceNotice) => void): void {
    this.presenceListeners.add(listener)
  }

  /** Announces it to all processes, which keep it in memory only. */
  async tellPresence(notice: PresenceNotice): Promise<void> {
    for (const listener of this.presenceListeners) listener(notice)
    await this.send({ presence: notice, origin: this.origin })
  }

  /** Announces at once that something else of the team changed. */
  async changed(teamId: number, event: TeamEvent): Promise<void> {
    await this.notify(teamId, event)
  }

  private async flush(): Promise<void> {
    this.timer = undefined
    const batches = [...this.pending]
    this.pending.clear()
    for (const [teamId, batch] of batches) {
      for (const event of batch.events.values()) await this.notify(teamId, event)
    }
  }

  private notify(teamId: number, event: TeamEvent): Promise<void> {
    return this.send({ teamId, event })
  }

  private async send(message: object): Promise<void> {
    try {
      await this.pool.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)])
    } catch (error) {
      this.log.warn({ err: error }, 'live updates: could not notify')
    }
  }

  private receive(payload: string): void {
    const message = JSON.parse(payload) as
      | { teamId: number; event: TeamEvent }
      | { forget: Invalidation; origin: string }
      | { presence: PresenceNotice; origin: string }
    if ('presence' in message) {
      if (message.origin !== this.origin) {
        for (const listener of this.presenceListeners) listener(message.presence)
      }
    } else if ('forget' in message) {
      if (message.origin !== this.origin) for (const forget of this.invalidators) forget(message.forget)
    } else this.deliver(message.teamId, message.event)
  }

  private deliver(teamId: number, event: TeamEvent): void {
    this.recent.add(teamId, event)
    if (event.kind === 'records') {
      for (const listener of this.recordListeners) listener(teamId, event.dataCollectionId ?? 'all')
    }
    if (event.kind === 'messages') for (const listener of this.messageListeners) listener(teamId)
    for (const listener of this.listeners.get(teamId) ?? []) listener(event)
  }
}
