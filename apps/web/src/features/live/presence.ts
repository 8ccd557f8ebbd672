/**
 * Who else is here: this window reports where it is, and receives where others are.
 *
 *   useHere(teamId, homeCollectionId, recordId)   // screens: while mounted, the user is here
 *   noteField(recordId, columnName)               // an editor opens; null when it closes
 *   const others = useOthers(homeCollectionId)    // windows of other people in the same tree
 */
import { type LiveEvent, type Place, type Presence, presenceBeatMs } from '@muster/contract/events/events.api'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { api, type CallOptions, call } from '../../lib/api.ts'
import { onLiveEvents } from '../../lib/events.ts'
import { whenRested } from '../../lib/rest.ts'

/** Moves closer together than this are sent as one. */
const settleMs = 120

const windowId = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
  byte.toString(16).padStart(2, '0'),
).join('')

interface Here {
  teamId: number
  place: Place
}

/** The place of each mounted screen; the last one counts. */
const screens: Here[] = []
let field: { dataRecordId: number; field: string } | null = null
let sent: Here | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let beat: ReturnType<typeof setInterval> | undefined

let others: readonly Presence[] = []
const listeners = new Set<() => void>()

function setOthers(next: readonly Presence[]): void {
  others = next
  for (const listener of listeners) listener()
}

const keyOf = ({ teamUserId, windowId: id }: Presence): string => `${teamUserId}:${id}`

onLiveEvents((events) => {
  const moves = events.filter(
    (event): event is LiveEvent & { presence: Presence } => event.presence !== undefined,
  )
  const foreign = moves.filter(({ presence }) => presence.windowId !== windowId)
  if (foreign.length > 0) {
    const next = new Map(others.map((presence) => [keyOf(presence), presence]))
    for (const { presence, hasLeft } of foreign) {
      if (hasLeft) next.delete(keyOf(presence))
      else next.set(keyOf(presence), presence)
    }
    setOthers([...next.values()])
  }
  // After a break, the server may have forgotten our own place as well.
  if (sent && events.some(({ kind, all }) => kind === 'records' && all)) scheduleSend()
})

function placeNow(): Here | null {
  const screen = screens.at(-1)
  if (!screen || document.visibilityState === 'hidden') return null
  return field ? { ...screen, place: { ...screen.place, ...field } } : screen
}

function scheduleSend(): void {
  clearTimeout(timer)
  timer = setTimeout(() => whenRested(sendPlace), settleMs)
}

function sendPlace(): void {
  const here = placeNow()
  clearInterval(beat)
  if (sent && sent.teamId !== here?.teamId) send({ teamId: sent.teamId, place: null })
  else if (sent && !here) send({ teamId: sent.teamId, place: null })
  sent = here
  if (!here) {
    setOthers([])
    return
  }
  send(here)
  beat = setInterval(() => sent && send(sent), presenceBeatMs)
}

function send({ teamId, place }: { teamId: number; place: Place | null }, options?: CallOptions): void {
  call(api.events.here, { params: { teamId, windowId }, body: { place } }, options).then(
    ({ people }) => {
      if (place && sent?.place.dataCollectionId === place.dataCollectionId) {
        setOthers(people.filter((presence) => presence.windowId !== windowId))
      }
    },
    () => {}, // other people do not see this window; nothing else is lost
  )
}

/** A page that is closed or frozen does not wait for an answer. */
function leaveNow(): void {
  if (!sent) return
  send({ teamId: sent.teamId, place: null }, { keepalive: true })
  sent = null
  clearInterval(beat)
}

window.addEventListener('pagehide', leaveNow)
window.addEventListener('pageshow', scheduleSend)
document.addEventListener('visibilitychange', scheduleSend)

/** Reports that the user is in a collection's tree, maybe at a record, while the screen is mounted. */
export function useHere(
  teamId: number,
  dataCollectionId: number | undefined,
  dataRecordId: number | null,
): void {
  useEffect(() => {
    if (dataCollectionId === undefined) return
    const here: Here = { teamId, place: { dataCollectionId, dataRecordId, field: null } }
    screens.push(here)
    scheduleSend()
    return () => {
      screens.splice(screens.indexOf(here), 1)
      scheduleSend()
    }
  }, [teamId, dataCollectionId, dataRecordId])
}

/**
 * Reports that a field of a record is being edited or, with null, no longer is. A record that is not created yet, whose id
 * is not positive, is nowhere that others could see.
 */
export function noteField(dataRecordId: number, columnName: string | null): void {
  if (dataRecordId <= 0 || (columnName === null && field?.dataRecordId !== dataRecordId)) return
  field = columnName === null ? null : { dataRecordId, field: columnName }
  scheduleSend()
}

/** Other people's windows in a tree, without the user's own. */
export function useOthers(
  dataCollectionId: number | undefined,
  ownTeamUserId: number | undefined,
): readonly Presence[] {
  const all = useSyncExternalStore(subscribe, () => others)
  return useMemo(
    () =>
      all.filter(
        (presence) => presence.dataCollectionId === dataCollectionId && presence.teamUserId !== ownTeamUserId,
      ),
    [all, dataCollectionId, ownTeamUserId],
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
