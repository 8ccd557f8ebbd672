/**
 * Which cached answers a change makes stale. Endpoints of the contract declare what they read and what they change
 * (`subjects.ts`); nothing here knows an address.
 *
 *   await refreshChanged(queryClient, api.collections.restore, { teamId })   // waits until screens are current
 *   void refreshAtOnce(queryClient, api.records.update, { teamId, dataRecordId })
 */
import type { Endpoint } from '@muster/contract/endpoint'
import { isLive, type Subject } from '@muster/contract/subjects'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { knownEndpoint } from './known-endpoints.ts'

export interface Change {
  subjects: readonly Subject[]
  /** Undefined: of any team. */
  teamId?: number | undefined
  /** Undefined: of any record. */
  recordIds?: readonly number[] | undefined
}

/**
 * Whether a cached answer may show something of a change. An answer whose parameters name a team, or one record,
 * shows nothing of others.
 */
export function isStale([name, parts]: QueryKey, { subjects, teamId, recordIds }: Change): boolean {
  const reads = typeof name === 'string' ? knownEndpoint(name)?.reads : undefined
  if (!reads?.some((subject) => subjects.includes(subject))) return false
  // A feature may continue an endpoint's key with anything.
  const params = typeof parts === 'object' && parts !== null ? (parts as Record<string, unknown>) : {}
  if (teamId !== undefined && 'teamId' in params && Number(params.teamId) !== teamId) return false
  if (recordIds === undefined || !('dataRecordId' in params)) return true
  return recordIds.includes(Number(params.dataRecordId))
}

/** Whether a cached answer is about a team. */
export function isOfTeam([name, parts]: QueryKey, teamId: number): boolean {
  if (typeof name !== 'string' || !knownEndpoint(name)) return false
  return typeof parts === 'object' && parts !== null && 'teamId' in parts && Number(parts.teamId) === teamId
}

/** The scope of a write: the parameters of its call, or some of them. */
type Scope = Readonly<Record<string, unknown>>

interface RefreshOptions {
  /** The answer under this key is known already, e.g. because the write returned it. */
  except?: QueryKey
}

/** Refetches everything on screen that a write changed. Resolves when that is done. */
export function refreshChanged(
  queryClient: QueryClient,
  endpoint: Endpoint,
  scope: Scope = {},
  options: RefreshOptions = {},
): Promise<void> {
  return refresh(queryClient, endpoint.changes, scope, options)
}

/**
 * Refetches what a write changed, except what a live event is about to announce: fetching that here as well would
 * request it twice.
 */
export function refreshAtOnce(
  queryClient: QueryClient,
  endpoint: Endpoint,
  scope: Scope = {},
  options: RefreshOptions = {},
): Promise<void> {
  return refresh(
    queryClient,
    endpoint.changes.filter((subject) => !isLive(subject)),
    scope,
    options,
  )
}

async function refresh(
  queryClient: QueryClient,
  subjects: readonly Subject[],
  scope: Scope,
  { except }: RefreshOptions,
): Promise<void> {
  if (subjects.length === 0) return
  const change: Change = { subjects, teamId: idIn(scope.teamId), recordIds: listed(idIn(scope.dataRecordId)) }
  const known = JSON.stringify(except)
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isStale(queryKey, change) && JSON.stringify(queryKey) !== known,
  })
}

const idIn = (value: unknown) => (value === undefined ? undefined : Number(value))
const listed = (id: number | undefined) => (id === undefined ? undefined : [id])
