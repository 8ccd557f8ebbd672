/** Who is where, in this process's memory: filled by what all processes tell each other, forgotten by itself. */
import { type Presence, presenceTimeoutMs } from '@muster/contract/events/events.api'
import type { Live, PresenceNotice } from '../../platform/live.ts'

const sweepMs = 5_000

type Listener = (presence: Presence, hasLeft: boolean) => void

interface Kept {
  presence: Presence
  at: number
}

export class PresenceBoard {
  private readonly live: Live
  private readonly teams = new Map<number, Map<string, Kept>>()
  private readonly listeners = new Map<number, Set<Listener>>()

  constructor(live: Live) {
    this.live = live
    live.onPresence((notice) => this.note(notice))
    setInterval(() => this.sweep(Date.now()), sweepMs).unref()
  }

  /** A window says where it is. */
  put(teamId: number, presence: Presence): Promise<void> {
    return this.live.tellPresence({ teamId, presence, hasLeft: false })
  }

  /** A window closes. */
  async leave(teamId: number, teamUserId: number, windowId: string): Promise<void> {
    const known = this.teams.get(teamId)?.get(keyOf({ teamUserId, windowId }))
    if (known) await this.live.tellPresence({ teamId, presence: known.presence, hasLeft: true })
  }

  in(teamId: number, dataCollectionId: number): Presence[] {
    const now = Date.now()
    return [...(this.teams.get(teamId)?.values() ?? [])]
      .filter(({ presence, at }) => presence.dataCollectionId === dataCollectionId && !isOver(at, now))
      .map(({ presence }) => presence)
  }

  /** Calls back when somebody comes, moves or leaves; not when he says the same again. */
  subscribe(teamId: number, listener: Listener): () => void {
    const set = this.listeners.get(teamId) ?? new Set()
    this.listeners.set(teamId, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0) this.listeners.delete(teamId)
    }
  }

  /** Forgets windows that have not been heard of. Public for tests. */
  sweep(now: number): void {
    for (const [teamId, windows] of this.teams) {
      for (const [key, { presence, at }] of windows) {
        if (!isOver(at, now)) continue
        windows.delete(key)
        this.tell(teamId, presence, true)
      }
      if (windows.size === 0) this.teams.delete(teamId)
    }
  }

  private note({ teamId, presence, hasLeft }: PresenceNotice): void {
    const windows = this.teams.get(teamId) ?? new Map<string, Kept>()
    const key = keyOf(presence)
    const before = windows.get(key)?.presence
    if (hasLeft) {
      if (windows.delete(key)) this.tell(teamId, presence, true)
      return
    }
    this.teams.set(teamId, windows.set(key, { presence, at: Date.now() }))
    if (before && JSON.stringify(before) === JSON.stringify(presence)) return
    // Those who see only the place he came from have to hear that he is not there.
    if (before && before.dataCollectionId !== presence.dataCollectionId) this.tell(teamId, before, true)
    this.tell(teamId, presence, false)
  }

  private tell(teamId: number, presence: Presence, hasLeft: boolean): void {
    for (const listener of this.listeners.get(teamId) ?? []) listener(presence, hasLeft)
  }
}

const isOver = (at: number, now: number): boolean => now - at > presenceTimeoutMs

const keyOf = ({ teamUserId, windowId }: Pick<Presence, 'teamUserId' | 'windowId'>): string =>
  `${teamUserId}:${windowId}`
