/** The last events of each team that this process has received, so that a stream can begin where a page was read. */
import crypto from 'node:crypto'

/** A page opens its stream soon after it was read; more events than this are cheaper to answer with a refetch. */
const maxKept = 100
/** Teams that were not heard of for the longest time are forgotten first. */
const maxTeams = 500

interface TeamEvents<Event> {
  /** Numbers of another epoch mean nothing here: they are another process's, or events were lost in between. */
  epoch: string
  /** Counted per team: a number over all of them would show one team how busy the others are. */
  last: number
  kept: Event[]
}

export class RecentEvents<Event> {
  private readonly teams = new Map<number, TeamEvents<Event>>()

  /** Where the events of a team that are received from now on begin. */
  position(teamId: number): string {
    const { epoch, last } = this.of(teamId)
    return `${epoch}.${last}`
  }

  add(teamId: number, event: Event): void {
    const team = this.of(teamId)
    team.last++
    team.kept.push(event)
    if (team.kept.length > maxKept) team.kept.shift()
  }

  /** A team's events after a position, or null when some may be missing. */
  after(position: string, teamId: number): Event[] | null {
    const { epoch, last, kept } = this.of(teamId)
    const missing = last - Number(position.slice(epoch.length + 1))
    const isKnown = position.startsWith(`${epoch}.`) && missing >= 0 && missing <= kept.length
    return isKnown ? kept.slice(kept.length - missing) : null
  }

  /** Events were lost. */
  clear(): void {
    this.teams.clear()
  }

  private of(teamId: number): TeamEvents<Event> {
    const team = this.teams.get(teamId) ?? { epoch: newEpoch(), last: 0, kept: [] }
    // A map keeps the order of insertion.
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
