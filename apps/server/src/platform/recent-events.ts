/**
 * The last events of each team that this process received, so that a stream can begin where a page was read.
 */
import crypto from 'node:crypto'

/**
 * A page opens its stream soon after it was read; beyond this number of events, reading it again is cheaper.
 */
const maxEvents = 100
/** The least recently used teams are evicted first. */
const maxTeams = 500

interface TeamEvents<Event> {
  /** Positions of another epoch are invalid: they come from another process, or events were lost since. */
  epoch: string
  /** Number of the last event, per team: a global one would reveal the activity of other teams. */
  last: number
  events: Event[]
}

export class RecentEvents<Event> {
  private readonly teams = new Map<number, TeamEvents<Event>>()

  /** The position after the last event of a team. */
  position(teamId: number): string {
    const { epoch, last } = this.of(teamId)
    return `${epoch}.${last}`
  }

  add(teamId: number, event: Event): void {
    const team = this.of(teamId)
    team.last++
    team.events.push(event)
    if (team.events.length > maxEvents) team.events.shift()
  }

  /** A team's events after a position, or null when some may be missing. */
  after(position: string, teamId: number): Event[] | null {
    const { epoch, last, events } = this.of(teamId)
    const missing = last - Number(position.slice(epoch.length + 1))
    const isKnown = position.startsWith(`${epoch}.`) && missing >= 0 && missing <= events.length
    return isKnown ? events.slice(events.length - missing) : null
  }

  /** Invalidates all positions, because events were lost. */
  clear(): void {
    this.teams.clear()
  }

  private of(teamId: number): TeamEvents<Event> {
    const team = this.teams.get(teamId) ?? { epoch: newEpoch(), last: 0, events: [] }
    // Moves the team to the end: a map keeps the order of insertion.
    this.teams.delete(teamId)
    this.teams.set(teamId, team)
    const [oldest] = this.teams.keys()
    if (this.teams.size > maxTeams && oldest !== undefined) this.teams.delete(oldest)
    return team
  }
}

function newEpoch(): string {
  return crypto.randomBytes(6).toString('base64url')
}
