/**
 * The baseline of views, calendars and maps: SQL as a good programmer writes it by hand, with the best index
 * for each, on the same tables. No authentication, no permissions.
 */
import Fastify from 'fastify'
import pg from 'pg'

const [url, port, schema, table] = process.argv.slice(2)
const pool = new pg.Pool({
  connectionString: url,
  max: 10,
  options: '-c jit=off -c max_parallel_workers_per_gather=0',
})
const catalogue = `join ${schema}.data_record r on r.id = t.record_id`
const app = Fastify()

app.get('/four', async () => {
  const { rows: items } = await pool.query(
    `select r.id, r.name, r.version, r.created_at, r.created_by, r.updated_at, r.updated_by, t.*
     from ${schema}.${table} t ${catalogue}
     where t.deleted_at is null and t.city = $1 and t.region = $2 and t.is_member and t.score >= $3
     order by t.last_name collate "und-x-icu", t.record_id limit 50`,
    ['Springfield', 'North', 100],
  )
  return { items }
})
app.get('/places', async () => {
  const { rows: points } = await pool.query(
    `select r.id, r.name, (t.address ->> 'lat')::float8 as lat, (t.address ->> 'lng')::float8 as lng
     from ${schema}.${table} t ${catalogue}
     where t.deleted_at is null and t.address ->> 'lat' is not null and t.address ->> 'lng' is not null
     order by t.record_id`,
  )
  const { rows: counts } = await pool.query(
    `select count(*)::int as n from ${schema}.${table} t where t.deleted_at is null
       and not (t.address ->> 'lat' is not null and t.address ->> 'lng' is not null)`,
  )
  return { points, withoutPlace: counts[0].n }
})
app.get('/month', async () => {
  const { rows: events } = await pool.query(
    `select r.id, r.name, t.day::text as day from ${schema}.${table} t ${catalogue}
     where t.deleted_at is null and t.day >= $1 and t.day < $2 order by t.day, t.record_id`,
    ['2024-05-01', '2024-06-01'],
  )
  return { events }
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
