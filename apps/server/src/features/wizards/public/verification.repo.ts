/** Codes sent to addresses, and the records that have an address. */
import { all, columnOf, livingRows, storageOf, tables } from '../../../engine/public.sql.ts'
import { type FieldModel, scopeOf, systemFor, type TeamModel, treeContext } from '../../../engine/public.ts'
import { type Executor, ident, one, rows, run, sql, type Transaction } from '../../../platform/db.ts'

/** More records than these with one address are not offered to choose from. */
const mostMatches = 20

export interface AccessLink {
  id: number
  dataCollectionId: number
  smsFieldId: number | null
  emailFieldId: number | null
}

/** The wizard's external access link: the first, whose collection gives the variable `bound`. */
export function accessLinkOf(
  executor: Executor,
  teamId: number,
  dataWizardId: number,
): Promise<AccessLink | undefined> {
  return one<AccessLink>(
    executor,
    sql`select id, data_collection_id as "dataCollectionId", sms_field_id as "smsFieldId",
          email_field_id as "emailFieldId"
        from muster.external_access_link where team_id = ${teamId} and data_wizard_id = ${dataWizardId}
        order by id limit 1`,
  )
}

/**
 * Living records of a collection whose field is exactly this address, but for its case. Reads no other field.
 *
 * @param address as the field's type writes it
 */
export async function recordsWithAddress(
  executor: Executor,
  model: TeamModel,
  dataCollectionId: number,
  field: FieldModel,
  address: string,
): Promise<number[]> {
  const caller = systemFor(0, [{ permission: 'read_data_field_data', dataFieldId: field.id }])
  const scope = scopeOf(treeContext({ model, caller }, dataCollectionId))
  const id = ident(scope.alias, 'record_id')
  const matches = all([
    livingRows(scope),
    // The operator can use an index, but ignores accents: another address must not prove this one.
    storageOf(field).condition(field, 'is', address, scope),
    sql`lower(${columnOf(field, scope)}) = lower(${address})`,
  ])
  const found = await rows<{ id: number }>(
    executor,
    sql`select ${id} as id from ${tables(scope)} where ${matches} order by ${id} limit ${mostMatches}`,
  )
  return found.map((row) => row.id)
}

/** The address in a field of a living record, which belongs to the collection; null for none. */
export async function addressInRecord(
  executor: Executor,
  model: TeamModel,
  dataCollectionId: number,
  field: FieldModel,
  recordId: number,
): Promise<string | null> {
  const caller = systemFor(0, [{ permission: 'read_data_field_data', dataFieldId: field.id }])
  const scope = scopeOf(treeContext({ model, caller }, dataCollectionId))
  const isRecord = all([livingRows(scope), sql`${ident(scope.alias, 'record_id')} = ${recordId}::bigint`])
  const found = await one<{ address: string | null }>(
    executor,
    sql`select ${columnOf(field, scope)} as address from ${tables(scope)} where ${isRecord}`,
  )
  return found?.address ?? null
}

/** Those of the records that still exist, with their names. */
export function livingRecords(
  executor: Executor,
  { schema }: TeamModel,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  return rows<{ id: number; name: string }>(
    executor,
    sql`select id, name from ${ident(schema, 'data_record')}
        where id = any(${ids}::bigint[]) and deleted_at is null order by name collate "und-x-icu", id`,
  )
}

/** Whether a record of a collection exists and is not in the trash. */
export async function isLivingRecord(
  executor: Executor,
  model: TeamModel,
  dataCollectionId: number,
  recordId: number,
): Promise<boolean> {
  const collection = model.collections.get(dataCollectionId)
  if (!collection || collection.deletedAt) return false
  const caller = systemFor(0, [{ permission: 'read_data_field_data', dataCollectionId }])
  const scope = scopeOf(treeContext({ model, caller }, dataCollectionId))
  const id = ident(scope.alias, 'record_id')
  const found = await one(
    executor,
    sql`select from ${tables(scope)} where ${livingRows(scope)} and ${id} = ${recordId}::bigint`,
  )
  return found !== undefined
}

export interface Verification {
  dataWizardId: number
  codeHash: Buffer
  tries: number
  recordIds: number[]
  isUsed: boolean
  isExpired: boolean
}

interface NewVerification extends Pick<Verification, 'dataWizardId' | 'codeHash' | 'recordIds'> {
  id: string
  channel: 'email' | 'sms'
  addressHash: Buffer
  dataCollectionId: number | null
  validMinutes: number
}

export async function insertVerification(
  client: Transaction,
  { schema }: TeamModel,
  {
    id,
    dataWizardId,
    channel,
    addressHash,
    codeHash,
    recordIds,
    dataCollectionId,
    validMinutes,
  }: NewVerification,
): Promise<void> {
  await run(
    client,
    sql`insert into ${ident(schema, 'wizard_verification')}
          (id, data_wizard_id, channel, address_hash, code_hash, record_ids, data_collection_id, expires_at)
        values (${id}, ${dataWizardId}, ${channel}, ${addressHash}, ${codeHash}, ${recordIds}::bigint[],
          ${dataCollectionId}, now() + make_interval(mins => ${validMinutes}))`,
  )
}

/** The row stays locked until the transaction ends, so that guesses wait for each other. */
export function lockVerification(
  client: Transaction,
  { schema }: TeamModel,
  id: string,
): Promise<Verification | undefined> {
  return one<Verification>(
    client,
    sql`select data_wizard_id as "dataWizardId", code_hash as "codeHash", tries, record_ids as "recordIds",
          used_at is not null as "isUsed", expires_at <= now() as "isExpired"
        from ${ident(schema, 'wizard_verification')} where id = ${id}::uuid for update`,
  )
}

export async function countTry(client: Transaction, { schema }: TeamModel, id: string): Promise<void> {
  await run(
    client,
    sql`update ${ident(schema, 'wizard_verification')} set tries = tries + 1 where id = ${id}::uuid`,
  )
}

export async function useVerification(client: Transaction, { schema }: TeamModel, id: string): Promise<void> {
  await run(
    client,
    sql`update ${ident(schema, 'wizard_verification')} set used_at = now() where id = ${id}::uuid`,
  )
}

/** @returns the number of deleted codes */
export function deleteExpiredVerifications(executor: Executor, { schema }: TeamModel): Promise<number> {
  return run(executor, sql`delete from ${ident(schema, 'wizard_verification')} where expires_at < now()`)
}
