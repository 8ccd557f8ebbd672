/**
 * Who would get a message and who would not, with the reasons, through our API, against one statement that a programmer
 * would write for the same tables.
 */
import crypto from 'node:crypto'
import { addressHash } from '@muster/server/src/features/messages/audience/address.ts'
import pg from 'pg'
import { importPeople } from './imports.ts'
import type { Result } from './load.ts'
import { call, createPeople, type World } from './world.ts'

export const preflightName = 'preflight'

const rounds = 5

export async function measurePreflight(world: World, count: number): Promise<Result> {
  const people = await createPeople(world, 'Mailed people', { representsPeople: true })
  await importPeople(world, people.id, count)
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    const subjectId = await spoil(client, world, people.tableName, count)
    const messageId = await createMessage(world, people.id, subjectId)
    const statement = byHand(world, people.tableName)
    const [own, bare] = [[] as number[], [] as number[]]
    for (let round = 0; round < rounds + 1; round++) {
      const [ownSeconds, counted] = await timed(() =>
        call<Counted>(world, 'GET', `/teams/${world.teamId}/outgoingMessages/${messageId}/preflight`),
      )
      const [bareSeconds, { rows }] = await timed(() => client.query<Counted>(statement, [subjectId]))
      checkSame(counted, rows[0]!)
      // The first round is a warm-up.
      if (round > 0) {
        own.push(ownSeconds)
        bare.push(bareSeconds)
      }
    }
    const [ours, base] = [measured(own, count), measured(bare, count)]
    const name = `${preflightName} of ${count.toLocaleString('en')} people`
    return { name, ratio: base.p50 / ours.p50, ...ours, baseline: base }
  } finally {
    await client.end()
  }
}

interface Counted {
  recipientCount: number
  excluded: Record<string, number>
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<[number, Answer]> {
  const startedAt = performance.now()
  const answer = await work()
  return [(performance.now() - startedAt) / 1000, answer]
}

function measured(seconds: number[], count: number) {
  const sorted = seconds.sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] as number
  return { reqPerSec: count / median, p50: median * 1000, p99: (sorted.at(-1) as number) * 1000 }
}

function checkSame(ours: Counted, bare: Counted): void {
  const text = ({ recipientCount, excluded }: Counted) =>
    JSON.stringify([Number(recipientCount), Object.entries(excluded).sort()])
  if (text(ours) !== text(bare)) throw new Error(`The counts differ: ${text(ours)} and ${text(bare)}`)
}

/** Gives people every reason to get nothing. @returns the subject of the message */
async function spoil(client: pg.Client, { teamId, secret }: World, table: string, count: number) {
  const schema = `team_${teamId}`
  const people = `${schema}."${table}"`
  await client.query(`update ${people} set email = null where record_id % 50 = 1`)
  await client.query(`update ${people} set email = 'no address' where record_id % 50 = 2`)
  await client.query(`update ${people} set email = 'shared@example.org' where record_id % 50 = 3`)
  const { rows } = await client.query(
    `insert into muster.message_subject (team_id, external_name) values ($1, 'News') returning id`,
    [teamId],
  )
  const hashes = Array.from({ length: count }, (_, n) =>
    addressHash({ secret }, teamId, `person.${n + 1}@example.org`),
  )
  await client.query(
    `insert into ${schema}.message_subscription (subject_id, channel, address_hash, state)
     select $1, 'EMAIL', hash, case when n % 20 = 1 then 'pending' when n % 20 = 2 then 'unsubscribed' else 'subscribed' end
     from unnest($2::bytea[]) with ordinality h (hash, n) where n % 20 <> 0`,
    [rows[0].id, hashes],
  )
  await client.query(
    `insert into ${schema}.message_suppression (channel, address_hash, reason)
     select 'EMAIL', hash, (array['bounce', 'complaint', 'manual', 'unsubscribed'])[1 + (n / 30) % 4]
     from unnest($1::bytea[]) with ordinality h (hash, n) where n % 30 = 0`,
    [hashes],
  )
  await client.query(`vacuum analyze ${people}`)
  await client.query(`analyze ${schema}.message_subscription`)
  await client.query(`analyze ${schema}.message_suppression`)
  return Number(rows[0].id)
}

async function createMessage(world: World, dataCollectionId: number, subjectId: number): Promise<number> {
  const messages = `/teams/${world.teamId}/outgoingMessages`
  const { id } = await call<{ id: number }>(world, 'POST', messages, {
    internalName: 'Newsletter',
    deliveryMethodId: 'EMAIL',
    contentTypeId: 'MARKETING',
    contentLanguageId: 'en',
    subjectId,
  })
  await call(world, 'PUT', `${messages}/${id}/contents/en`, {
    subjectLine: 'News for {{ field.first_name }} {{ field.last_name }} in {{ field.city }}',
  })
  const include = [{ kind: 'collection', dataCollectionId }]
  await call(world, 'PUT', `${messages}/${id}`, { audience: { include } })
  return id
}

/** The keys of an HMAC, as `addressHash` has them: SHA-256 is what PostgreSQL has. */
function hmacKeys(secret: string, teamId: number): [string, string] {
  const key = crypto.createHmac('sha256', secret).update(`addresses of messages of team ${teamId}`).digest()
  const padded = (byte: number) =>
    Buffer.from(Array.from({ length: 64 }, (_, n) => byte ^ (key[n] ?? 0))).toString('hex')
  return [padded(0x36), padded(0x5c)]
}

/** The same hash, the same reasons in the same order, the same values. */
function byHand({ teamId, secret }: World, table: string): string {
  const schema = `team_${teamId}`
  const [inner, outer] = hmacKeys(secret, teamId)
  const pattern = String.raw`^[^\s@<>,;:"()\[\]\\]+@[^\s@<>,;:"()\[\]\\]+\.[^\s@<>,;:"()\[\]\\]+$`
  return `
    with person as materialized (
      select p.record_id, p.address, case when length(p.address) <= 254 and p.address ~ '${pattern}' then
          sha256('\\x${outer}'::bytea || sha256('\\x${inner}'::bytea || convert_to(lower(p.address), 'UTF8'))) end as hash,
        jsonb_strip_nulls(jsonb_build_object('first_name', first_name, 'last_name', last_name, 'city', city)) as values
      from (select *, nullif(btrim(email), '') as address from ${schema}."${table}" where deleted_at is null) p
    ), ledger as materialized (
      select p.values, case when p.address is null then 'no_address' when p.hash is null then 'invalid_address'
          when row_number() over (partition by p.hash order by p.record_id) > 1 then 'duplicate'
          when s.reason = 'bounce' then 'bounced' when s.reason = 'complaint' then 'complained'
          when s.reason in ('manual', 'stop') then 'suppressed' when s.reason = 'unsubscribed' then 'unsubscribed'
          when u.state is null then 'not_subscribed' when u.state = 'pending' then 'opt_in_pending'
          when u.state = 'unsubscribed' then 'unsubscribed' end as reason
      from person p
        left join ${schema}.message_suppression s on s.channel = 'EMAIL' and s.address_hash = p.hash
          and (s.until is null or s.until > now())
        left join ${schema}.message_subscription u on u.subject_id = $1 and u.channel = 'EMAIL' and u.address_hash = p.hash
    )
    select (select count(*)::int from ledger where reason is null) as "recipientCount",
      (select jsonb_object_agg(reason, n) from (select reason, count(*) as n from ledger where reason is not null
        group by reason) r) as excluded,
      (select jsonb_object_agg(f, n) from (select f, count(*) as n from ledger,
        unnest(array['first_name', 'last_name', 'city']) f
        where reason is null and coalesce(ledger.values ->> f, '') = '' group by f) m) as missing`
}
