/** The last events that this process has received, so that a stream can begin where a page was read. */
import crypto from 'node:crypto'

/** Some seconds of a busy server; a page opens its stream sooner. */
const maxKept = 5_000

interface Received<Event> {
  number: number
  teamId: number
  event: Event
}

export class RecentEvents<Event> {
  /** Numbers of another epoch say nothing here: they are another process's, or events were lost in between. */
  private epoch = newEpoch()
  private last = 0
  private readonly kept: Received<Event>[] = []

  /** Where the events received from now on begin. */
  position(): string {
    return `${this.epoch}.${this.last}`
  }

  add(teamId: number, event: Event): void {
    this.kept.push({ number: ++this.last, teamId, event })
    // In large steps: moving the others costs more than their room.
    if (this.kept.length >= 2 * maxKept) this.kept.splice(0, maxKept)
  }

  /** A team's events after a position, or null when some of them may be missing. */
  after(position: string, teamId: number): Event[] | null {
    const [epoch, text] = position.split('.')
    const number = Number(text)
    const first = this.kept[0]?.number ?? this.last + 1
    if (epoch !== this.epoch || !(number >= first - 1 && number <= this.last)) return null
    return this.kept
      .slice(number + 1 - first)
      .filter((one) => one.teamId === teamId)
      .map(({ event }) => event)
  }

  /** Events were lost. */
  clear(): void {
    this.epoch = newEpoch()
    this.kept.length = 0
  }
}

function newEpoch(): string {
  return crypto.randomBytes(6).toString('base64url')
}
