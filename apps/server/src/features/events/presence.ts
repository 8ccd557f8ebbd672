/** Where users are, in memory: updated by notices from all processes, expiring after a timeout. */
import { type Presence, presenceTimeoutMs } from '@muster/contract/events/events.api'
import type { Live, PresenceNotice } from '../../platform/live.ts'

const sweepMs = 5_000

type Listener = (presence: Presence, hasLeft: boolean) => void

interface Entry {
  presence: Presence
  at: number
}

export class PresenceBoard {
  private readonly live: Live
  private readonly teams = new Map<number, Map<string, Entry>>()
  private readonly listeners = new Map<number, Set<Listener>>()

  constructor(live: Live) {
    this.live = live
    live.onPresence((notice) => this.receive(notice))
    setInterval(() => this.sweep(Date.now()), sweepMs).unref()
  }

  /** Publishes where a window is. */
  put(teamId: number, presence: Presence): Promise<void> {
    return this.live.tellPresence({ teamId, presence, hasLeft: false })
  }

  /** Publishes that a window has closed. */
  async leave(teamId: number, teamUserId: number, windowId: string): Promise<void> {
    const known = this.teams.get(teamId)?.get(keyOf({ teamUserId, windowId }))
    if (known) await this.live.tellPresence({ teamId, presence: known.presence, hasLeft: true })
  }

  in(teamId: number, dataCollectionId: number): Presence[] {
    const now = Date.now()
    return [...(this.teams.get(teamId)?.values() ?? [])]
      .filter(({ presence, at }) => presence.dataCollectionId === dataCollectionId && !hasExpired(at, now))
      .map(({ presence }) => presence)
  }

  /** Calls back when somebody arrives, moves or leaves; not when they repeat their place. */
  subscribe(teamId: number, listener: Listener): () => void {
    const set = this.listeners.get(teamId) ?? new Set()
    this.listeners.set(teamId, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) this.listeners.delete(teamId)
    }
  }

  /** Removes windows that have timed out. Public for tests. */
  sweep(now: number): void {
    for (const [teamId, windows] of this.teams) {
      for (const [key, { presence, at }] of windows) {
        if (!hasExpired(at, now)) continue
        windows.delete(key)
        this.notify(teamId, presence, true)
      }
      if (windows.size === 0) this.teams.delete(teamId)
    }
  }

  private receive({ teamId, presence, hasLeft }: PresenceNotice): void {
    const windows = this.teams.get(teamId) ?? new Map<string, Entry>()
    const key = keyOf(presence)
    const before = windows.get(key)?.presence
    if (hasLeft) {
      if (windows.delete(key)) this.notify(teamId, presence, true)
      return
    }
    this.teams.set(teamId, windows.set(key, { presence, at: Date.now() }))
    if (before && JSON.stringify(before) === JSON.stringify(presence)) return
    // Users who see only the previous place must learn that the user has left it.
    if (before && before.dataCollectionId !== presence.dataCollectionId) this.notify(teamId, before, true)
    this.notify(teamId, presence, false)
  }

  private notify(teamId: number, presence: Presence, hasLeft: boolean): void {
    for (const listener of this.listeners.get(teamId) ?? []) listener(presence, hasLeft)
  }
}

const hasExpired = (at: number, now: number): boolean => now - at > presenceTimeoutMs

const keyOf = ({ teamUserId, windowId }: Pick<Presence, 'teamUserId' | 'windowId'>): string =>
  `${teamUserId}:${windowId}`
