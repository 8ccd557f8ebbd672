/**
 * The baseline that owes us nothing: Fastify, `pg` and prepared statements on a plain table in a database of its own, with
 * the indexes that its author would add. No sign-in, rights or history.
 */
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

const [url, port] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const app = Fastify()

async function rows(name: string, text: string, values: readonly unknown[] = []) {
  const found = await pool.query({ name, text, values: [...values] })
  return found.rows
}

const page = 'select * from person order by id limit 50'

app.get('/page', async () => ({ items: await rows('page', page) }))
app.get('/total/:score', async (request) => {
  const values = [(request.params as { score: string }).score]
  const where = 'from person where score > $1'
  const [items, counted] = await Promise.all([
    rows('page of all', `select * ${where} order by id limit 50`, values),
    rows('total', `select count(*)::int as total ${where}`, values),
  ])
  return { items, total: counted[0].total }
})
app.get('/filtered/:prefix/:status', async (request) => {
  const { prefix, status } = request.params as { prefix: string; status: string }
  const items = await rows(
    'filtered',
    `select * from person where lower(last_name) like $1 and lower(status) = $2 order by last_name, id limit 50`,
    [`${prefix}%`, status],
  )
  return { items }
})
app.get('/record/:id', async (request) => {
  const [item] = await rows('record', 'select * from person where id = $1', [
    (request.params as { id: string }).id,
  ])
  return item
})
app.post('/create', async (request) => {
  const { values } = request.body as { values: Record<string, unknown> }
  const names = Object.keys(values)
  const [item] = await rows(
    `create ${names.length}`,
    `insert into person (${names}) values (${names.map((_, n) => `$${n + 1}`)}) returning *`,
    Object.values(values),
  )
  return item
})
app.put('/record/:id', async (request) => {
  const { values } = request.body as { values: { score: number } }
  const [item] = await rows('update', 'update person set score = $2 where id = $1 returning *', [
    (request.params as { id: string }).id,
    values.score,
  ])
  return item
})
app.get('/countByText', () => rows('texts', 'select status, count(*) from person group by 1 order by 1'))
app.get('/countByChoice', () =>
  rows(
    'choices',
    `select c.id, c.name, p.count from (select status_id, count(*) from person group by 1) p
       left join choice c on c.id = p.status_id order by c.name`,
  ),
)

app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload))
app.post('/import', async (request) => {
  const client = await pool.connect()
  try {
    await client.query('truncate imported')
    const names = (request.query as { names: string }).names
    const target = client.query(copyFrom(`copy imported (${names}) from stdin with (format csv, header)`))
    await pipeline(request.body as NodeJS.ReadableStream, target)
    return { created: target.rowCount }
  } finally {
    client.release()
  }
})

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
