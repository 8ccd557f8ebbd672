/** Subjects that people subscribe to, and addresses that get nothing, as administrators manage them. */

import type { Body, Query } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type {
  CreateSubject,
  consentApi,
  MessageSubject,
  Suppression,
  UpdateSubject,
} from '@muster/contract/messages/consent.api'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { z } from 'zod'
import type { Deps, TeamModel } from '../../../engine/public.ts'
import { audit } from '../../../platform/audit.ts'
import { type Executor, transaction } from '../../../platform/db.ts'
import { addressHash, readAddress } from '../audience/address.ts'
import {
  countSubscribers,
  deleteSubject,
  findSubjects,
  insertSubject,
  isNameTaken,
  isSubjectUsed,
  lockSubject,
  type SubjectRow,
  updateSubjectRow,
} from './subjects.repo.ts'
import {
  countSuppressions,
  findSuppressions,
  releaseAddress,
  suppressAddresses,
} from './suppressions.repo.ts'

type ConsentDeps = Pick<Deps, 'pool' | 'models' | 'config'>

export async function listSubjects({ pool, models }: ConsentDeps, teamId: number): Promise<MessageSubject[]> {
  return withSubscribers(pool, await models.get(teamId), await findSubjects(pool, teamId))
}

async function withSubscribers(
  executor: Executor,
  model: TeamModel,
  subjects: readonly SubjectRow[],
): Promise<MessageSubject[]> {
  const counts = await countSubscribers(executor, model)
  const count = (id: number, method: DeliveryMethod) =>
    counts.find(({ subjectId, channel }) => subjectId === id && channel === method)?.count ?? 0
  return subjects.map((subject) => ({
    ...subject,
    subscribers: { EMAIL: count(subject.id, 'EMAIL'), SMS: count(subject.id, 'SMS') },
  }))
}

/** @throws AppError name_taken */
export async function createSubject(
  { pool, models }: ConsentDeps,
  teamId: number,
  input: CreateSubject,
): Promise<MessageSubject> {
  const model = await models.get(teamId)
  return transaction(pool, async (client) => {
    if (await isNameTaken(client, teamId, input.externalName, null)) throw new AppError('name_taken')
    const id = await insertSubject(client, teamId, input)
    const subject = (await lockSubject(client, teamId, id))!
    await audit(client, { ...entryOf(teamId, subject), action: 'created', after: valuesOf(subject) })
    return (await withSubscribers(client, model, [subject]))[0]!
  })
}

/** @throws AppError not_found, name_taken, version_conflict */
export async function updateSubject(
  { pool, models }: ConsentDeps,
  teamId: number,
  id: number,
  { version, ...changes }: UpdateSubject,
): Promise<MessageSubject> {
  const model = await models.get(teamId)
  return transaction(pool, async (client) => {
    const before = await lockSubject(client, teamId, id)
    if (!before) throw new AppError('not_found')
    if (version !== undefined && version !== before.version) throw new AppError('version_conflict')
    const subject = { ...before, ...changes } as SubjectRow
    if (await isNameTaken(client, teamId, subject.externalName, id)) throw new AppError('name_taken')
    await updateSubjectRow(client, teamId, subject)
    const change = { before: valuesOf(before), after: valuesOf(subject) }
    await audit(client, { ...entryOf(teamId, subject), action: 'updated', ...change })
    const stored = (await lockSubject(client, teamId, id))!
    return (await withSubscribers(client, model, [stored]))[0]!
  })
}

/** Who subscribed to it stays in the consent log. @throws AppError not_found, in_use */
export function removeSubject({ pool }: ConsentDeps, teamId: number, id: number): Promise<{ id: number }> {
  return transaction(pool, async (client) => {
    const subject = await lockSubject(client, teamId, id)
    if (!subject) throw new AppError('not_found')
    if (await isSubjectUsed(client, teamId, id)) throw new AppError('in_use')
    await deleteSubject(client, teamId, id)
    await audit(client, { ...entryOf(teamId, subject), action: 'deleted', before: valuesOf(subject) })
    return { id }
  })
}

const entryOf = (teamId: number, { id, externalName }: SubjectRow) =>
  ({ teamId, subject: 'message_subject', subjectId: id, name: externalName }) as const

const valuesOf = ({ id: _, version: __, ...values }: SubjectRow) => values

const cursorSchema = z.tuple([z.string().max(60), z.string().max(100)])

/** @throws AppError cursor_invalid */
export async function listSuppressions(
  { pool, models, config }: ConsentDeps,
  teamId: number,
  { deliveryMethodId, reason, search, cursor, limit }: Query<typeof consentApi.suppressions>,
): Promise<{ items: Suppression[]; total: number; nextCursor: string | null }> {
  const model = await models.get(teamId)
  const filter = {
    deliveryMethodId: deliveryMethodId ?? null,
    reason: reason ?? null,
    addressHash: search ? hashOf(model, config, deliveryMethodId, search) : null,
  }
  const after = cursor === undefined ? null : readCursor(cursor)
  const [found, total] = await Promise.all([
    findSuppressions(pool, model, filter, { after, limit: limit + 1 }),
    countSuppressions(pool, model, filter),
  ])
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(({ position: _, ...row }) => row),
    total,
    nextCursor: last ? Buffer.from(JSON.stringify([last.position, last.id])).toString('base64url') : null,
  }
}

/** Of text that is no address, a hash that nothing has. */
function hashOf(
  model: TeamModel,
  config: ConsentDeps['config'],
  method: DeliveryMethod | undefined,
  text: string,
): Buffer {
  for (const one of method ? [method] : (['EMAIL', 'SMS'] as const)) {
    const address = readAddress(model, one, text)
    if (address) return addressHash(config, model.teamId, address)
  }
  return Buffer.alloc(32)
}

function readCursor(cursor: string): { since: string; id: string } {
  try {
    const [since, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    if (!Number.isNaN(Date.parse(since))) return { since, id }
  } catch {
    // Not one of ours.
  }
  throw new AppError('cursor_invalid')
}

export async function suppress(
  { pool, models, config }: ConsentDeps,
  teamId: number,
  { deliveryMethodId, addresses }: Body<typeof consentApi.suppress>,
): Promise<{ added: number; invalid: string[] }> {
  const model = await models.get(teamId)
  const read = addresses.map((typed) => ({
    typed,
    address: readAddress(model, deliveryMethodId, typed),
  }))
  const people = read.flatMap(({ address }) =>
    address === null ? [] : [{ address, addressHash: addressHash(config, teamId, address) }],
  )
  const added = await transaction(pool, (client) =>
    suppressAddresses(client, model, deliveryMethodId, people, 'manual'),
  )
  return { added, invalid: read.filter(({ address }) => address === null).map(({ typed }) => typed) }
}

/** @param id as `suppressionSchema` has it @throws AppError not_found */
export async function release(
  { pool, models }: ConsentDeps,
  teamId: number,
  id: string,
): Promise<{ id: string }> {
  const model = await models.get(teamId)
  const [channel, hash] = id.split('-') as [DeliveryMethod, string]
  const count = await transaction(pool, (client) =>
    releaseAddress(client, model, channel, Buffer.from(hash, 'hex')),
  )
  if (count === 0) throw new AppError('not_found')
  return { id }
}
