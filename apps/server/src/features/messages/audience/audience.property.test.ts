/**
 * What a preflight counts and lists is what the ledger has, and both are what an evaluator in memory finds: over random
 * audiences, exclusions, suppressions and subscriptions, with two home collections that share addresses.
 */
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { audienceSchema } from '@muster/contract/messages/audience'
import {
  type ContentType,
  contentTypes,
  type MessageContent,
} from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTeam, type TestTeam } from '../../../../test/a-team.ts'
import { type TestDeps, testDeps } from '../../../../test/test-deps.ts'
import { addFields } from '../../../engine/model/add-fields.ts'
import { changeModel } from '../../../engine/model/change-model.ts'
import { ident, rows, run, sql, transaction } from '../../../platform/db.ts'
import { addCollection } from '../../collections/collections.service.ts'
import { addressHash, normalAddress } from './address.ts'
import { type AudienceOf, freeze, ledgerRows, preflight } from './audience.service.ts'

interface Person {
  id: number
  home: 'a' | 'b'
  email: string | null
  language: string | null
  score: number
  isDeleted: boolean
}

/** Few addresses, so that they repeat, in other cases too. The last ones are none. */
const emails = [
  'ana@x.org',
  'Ana@X.org',
  'bo@x.org',
  'cy@x.org',
  'Di@x.ORG',
  'ed@x.org',
  'flo@x.org',
  'not one',
  '',
  null,
]
const spoken = ['en', 'Spanish', 'français', 'de', null]
const subjectIds = [501, 502]

let deps: TestDeps
let team: TestTeam
let homes: Record<'a' | 'b' | 'high', number>
let languageFieldIds: number[]
const people: Person[] = fc
  .sample(
    fc.record({
      home: fc.constantFrom('a' as const, 'b' as const),
      email: fc.constantFrom(...emails),
      language: fc.constantFrom(...spoken),
      score: fc.integer({ min: 0, max: 9 }),
    }),
    { numRuns: 60, seed: 4 },
  )
  .map((person, n) => ({ ...person, isDeleted: n % 9 === 0, id: 1000 + n }))

beforeAll(async () => {
  deps = await testDeps()
  team = await aTeam(deps)
  homes = await changeModel(deps, team.teamId, async (change) => {
    const add = (name: string, more: object = {}) =>
      addCollection(
        change,
        createCollectionBody.parse({ name, pluralName: `${name}s`, representsPeople: true, ...more }),
      )
    const fields = [
      { title: 'mail', columnName: 'mail', dataType: 'email_address' as const },
      { title: 'speaks', columnName: 'speaks', dataType: 'plain_text' as const },
      { title: 'score', columnName: 'score', dataType: 'number' as const },
    ]
    const a = await add('Alpha')
    const b = await add('Beta')
    await addFields(change, a, fields)
    await addFields(change, b, fields)
    const membershipDataFilter = { field: 'score', op: 'gte', value: 5 }
    const high = await add('High', {
      idParentDataCollection: a,
      isSmartCollection: true,
      membershipDataFilter,
    })
    return { a, b, high }
  })
  const model = await deps.models.get(team.teamId)
  languageFieldIds = [...model.fields.values()]
    .filter((one) => one.columnName === 'speaks')
    .map(({ id }) => id)
  for (const person of people) await insertPerson(person)
}, 120_000)
afterAll(() => deps?.close())

async function insertPerson({ id, home, email, language, score, isDeleted }: Person) {
  const { tableName } = (await deps.models.get(team.teamId)).collections.get(homes[home])!
  const deletedAt = isDeleted ? new Date() : null
  await run(
    deps.pool,
    sql`insert into ${ident(team.schema, 'data_record')} (id, data_collection_id, name, version, deleted_at)
        values (${id}, ${homes[home]}, ${`P${id}`}, 1, ${deletedAt})`,
  )
  await run(
    deps.pool,
    sql`insert into ${ident(team.schema, tableName)} (record_id, mail, speaks, score, deleted_at)
        values (${id}, ${email}, ${language}, ${score}, ${deletedAt})`,
  )
}

const sourceArbitrary = fc.oneof(
  fc.constantFrom('a' as const, 'b' as const, 'high' as const),
  fc.constantFrom(...subjectIds),
  fc.uniqueArray(fc.integer({ min: 1000, max: 1059 }), { minLength: 1, maxLength: 8 }),
)
type Source = 'a' | 'b' | 'high' | number | number[]

const mailboxes = [
  'ana@x.org',
  'bo@x.org',
  'cy@x.org',
  'di@x.org',
  'ed@x.org',
  'flo@x.org',
  'gil@x.org',
  'hal@x.org',
]
const suppressionReasons = ['bounce', 'complaint', 'manual', 'stop', 'unsubscribed'] as const

const caseArbitrary = fc.record({
  include: fc.array(sourceArbitrary, { minLength: 1, maxLength: 4 }),
  exclude: fc.array(sourceArbitrary, { maxLength: 2 }),
  contentType: fc.constantFrom(...contentTypes),
  subjectId: fc.option(fc.constantFrom(...subjectIds)),
  languages: fc.uniqueArray(fc.constantFrom('en' as const, 'es' as const, 'fr' as const), { maxLength: 3 }),
  suppressed: fc.dictionary(
    fc.constantFrom(...mailboxes),
    fc.record({ reason: fc.constantFrom(...suppressionReasons), isOver: fc.boolean() }),
  ),
  subscribed: fc.uniqueArray(
    fc.record({
      address: fc.constantFrom(...mailboxes),
      subjectId: fc.constantFrom(...subjectIds),
      state: fc.constantFrom('pending', 'subscribed', 'unsubscribed'),
      isKept: fc.boolean(),
    }),
    { selector: ({ address, subjectId }) => `${address} ${subjectId}`, maxLength: 8 },
  ),
})
type Case = typeof caseArbitrary extends fc.Arbitrary<infer Value> ? Value : never

const audienceOf = ({ include, exclude }: Case) => {
  const source = (one: Source): object[] => {
    if (typeof one === 'string') return [{ kind: 'collection', dataCollectionId: homes[one] }]
    if (typeof one === 'number') return [{ kind: 'subject', subjectId: one }]
    return (['a', 'b'] as const).flatMap((home) => {
      const dataRecordIds = one.filter((id) => people[id - 1000]!.home === home)
      return dataRecordIds.length > 0
        ? [{ kind: 'records', dataCollectionId: homes[home], dataRecordIds }]
        : []
    })
  }
  return audienceSchema.parse({
    include: include.flatMap(source),
    exclude: exclude.flatMap(source),
    languageFieldIds,
  })
}

async function store({ suppressed, subscribed }: Case) {
  const hash = (address: string) => addressHash(deps.config, team.teamId, normalAddress('EMAIL', address))
  await run(deps.pool, sql`delete from ${ident(team.schema, 'message_suppression')}`)
  await run(deps.pool, sql`delete from ${ident(team.schema, 'message_subscription')}`)
  for (const [address, { reason, isOver }] of Object.entries(suppressed))
    await run(
      deps.pool,
      sql`insert into ${ident(team.schema, 'message_suppression')} (channel, address_hash, reason, until)
          values ('EMAIL', ${hash(address)}, ${reason}, ${isOver ? new Date(0) : null})`,
    )
  for (const { address, subjectId, state, isKept } of subscribed)
    await run(
      deps.pool,
      sql`insert into ${ident(team.schema, 'message_subscription')} (subject_id, channel, address_hash, address, state)
          values (${subjectId}, 'EMAIL', ${hash(address)}, ${isKept ? address : null}, ${state})`,
    )
}

/** `id reason language` of everybody in the ledger, computed without SQL. */
function expected(one: Case): string[] {
  const { include, exclude, subscribed, suppressed, subjectId, languages } = one
  const key = (email: string | null) => (email?.trim() ? email.trim().toLowerCase() : null)
  const isSubscriber = (email: string | null, subject: number) =>
    subscribed.some((s) => s.state === 'subscribed' && s.subjectId === subject && s.address === key(email))
  const isOf = (person: Person, source: Source): boolean =>
    typeof source === 'number'
      ? isSubscriber(person.email, source)
      : Array.isArray(source)
        ? source.includes(person.id)
        : source === 'high'
          ? person.home === 'a' && person.score >= 5
          : person.home === source
  const concerned = people
    .filter((person) => !person.isDeleted && include.some((source) => isOf(person, source)))
    .sort((x, y) => x.home.localeCompare(y.home) || x.id - y.id)
    .map(({ id, email, language, ...rest }) => ({
      id: String(id),
      email: key(email),
      language,
      isExcluded: exclude.some((source) => isOf({ id, email, language, ...rest }, source)),
    }))
  const known = new Set(concerned.map(({ email }) => email))
  const others = [
    ...new Set(
      subscribed
        .filter((s) => s.isKept && s.state === 'subscribed' && include.includes(s.subjectId))
        .map(({ address }) => address),
    ),
  ]
    .filter((address) => !known.has(address))
    .map((email) => ({
      id: email,
      email,
      language: null,
      isExcluded: exclude.some((source) => typeof source === 'number' && isSubscriber(email, source)),
    }))
  const seen = new Set<string>()
  const reasonOf = ({ email, isExcluded }: { email: string | null; isExcluded: boolean }): string | null => {
    if (isExcluded) return 'excluded_by_rule'
    if (email === null) return 'no_address'
    if (!email.includes('@')) return 'invalid_address'
    if (seen.has(email)) return 'duplicate'
    seen.add(email)
    const isFree = one.contentType === ('TRANSACTIONAL' satisfies ContentType)
    const found = suppressed[email]
    const names = {
      bounce: 'bounced',
      complaint: 'complained',
      manual: 'suppressed',
      stop: 'suppressed',
      unsubscribed: isFree ? null : 'unsubscribed',
    }
    if (found && !found.isOver && names[found.reason]) return names[found.reason]
    if (!isFree && subjectId !== null) {
      const state = subscribed.find((s) => s.address === email && s.subjectId === subjectId)?.state
      if (state === undefined) return 'not_subscribed'
      if (state === 'pending') return 'opt_in_pending'
      if (state === 'unsubscribed') return 'unsubscribed'
    }
    return languages.length === 0 ? 'no_content' : null
  }
  const codes: Record<string, Language> = { en: 'en', Spanish: 'es', français: 'fr' }
  return [...concerned, ...others].map((person) => {
    const wanted = codes[person.language ?? ''] ?? 'en'
    const language = languages.includes(wanted) ? wanted : (languages[0] ?? 'en')
    return `${person.id} ${reasonOf(person)} ${language}`
  })
}

it('preflight, list and ledger are what the rules say', async () => {
  const model = await deps.models.get(team.teamId)
  await fc.assert(
    fc.asyncProperty(caseArbitrary, async (one) => {
      await store(one)
      const contents = one.languages.map(
        (languageId): MessageContent => ({
          languageId,
          subjectLine: 'Hello {{ field.mail }}',
          preheader: '',
          design: { settings: {}, blocks: [] } as unknown as MessageContent['design'],
          textOnlyVersion: '',
          isTextOwn: false,
        }),
      )
      const of: AudienceOf = {
        message: {
          teamId: team.teamId,
          deliveryMethodId: 'EMAIL',
          contentTypeId: one.contentType,
          subjectId: one.subjectId,
          audience: audienceOf(one),
        },
        contents,
        model,
        caller: team.admin.teamUser,
      }
      if (of.message.audience.include.length === 0) return
      const wanted = expected(one).sort()
      const listed = await ledgerRows(deps, deps.pool, of, { condition: sql`true`, limit: 1000 })
      const written = ({
        recordId,
        address,
        reason,
        language,
      }: {
        recordId: number | null
        address: string | null
        reason: string | null
        language: string
      }) => `${recordId ?? address?.toLowerCase()} ${reason} ${language}`
      expect(listed.map(written).sort()).toEqual(wanted)
      const counted = await preflight(deps, deps.pool, of)
      const frozen = await transaction(deps.pool, (client) => freeze(deps, client, 1, of))
      const ledger = await rows<{
        recordId: number | null
        address: string | null
        reason: string | null
        language: string
        hasValues: boolean
      }>(
        deps.pool,
        sql`select record_id as "recordId", address, reason, language, "values" <> '{}' as "hasValues"
            from ${ident(team.schema, 'message_recipient')} where message_id = 1`,
      )
      expect(ledger.map(written).sort()).toEqual(wanted)
      expect(ledger.every(({ reason, hasValues }) => reason === null || !hasValues)).toBe(true)
      const byReason = (reason: string | null) => ledger.filter((row) => row.reason === reason).length
      expect([counted.recipientCount, frozen]).toEqual([byReason(null), byReason(null)])
      const reasons = [...new Set(ledger.flatMap(({ reason }) => (reason === null ? [] : [reason])))]
      expect(counted.excluded).toEqual(
        Object.fromEntries(reasons.map((reason) => [reason, byReason(reason)])),
      )
    }),
    { numRuns: 500, seed: 11 },
  )
}, 300_000)
