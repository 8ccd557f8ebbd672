/**
 * The baseline of the record page, as a good programmer writes it by hand: one query for the record and two
 * for each list (the first ten records and their number), all concurrent. No authentication, no permissions,
 * no names of linked records.
 */
import Fastify from 'fastify'
import pg from 'pg'

const [url, port, schema, json] = process.argv.slice(2)
const { project, members, links, others } = JSON.parse(json as string) as {
  project: string
  members: string
  links: string
  others: string[]
}
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()
const rows = async (text: string, id: string) => (await pool.query(text, [id])).rows

app.get('/page/:id', async (request) => {
  const { id } = request.params as { id: string }
  const catalogue = `join ${schema}.data_record r on r.id = t.record_id`
  const ofTeam = `from ${schema}.${links} l join ${schema}.${members} t on t.record_id = l.to_id ${catalogue}
    where l.from_id = $1 and t.deleted_at is null`
  const lists = [
    { from: ofTeam, order: 'l.position' },
    ...others.map((table) => ({
      from: `from ${schema}.${table} t ${catalogue} where t.project = $1 and t.deleted_at is null`,
      order: 'r.name collate "und-x-icu", r.id',
    })),
  ]
  const [[record], ...results] = await Promise.all([
    rows(`select r.*, t.* from ${schema}.${project} t ${catalogue} where t.record_id = $1`, id),
    ...lists.flatMap(({ from, order }) => [
      rows(
        `select r.id, r.name, r.version, r.created_at, r.updated_at, t.* ${from} order by ${order} limit 10`,
        id,
      ),
      rows(`select count(*)::int as total ${from}`, id),
    ]),
  ])
  return { record, lists: results }
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
