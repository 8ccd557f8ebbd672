/**
 * The baseline, as a good programmer writes it by hand: Fastify and `pg` on the same tables. `pg` parses the
 * rows and `JSON.stringify` serializes them. No authentication, access rules, history or search.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import pg from 'pg'

const [url, port, schema, table, collection] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: url, max: 10 })
const rows = `select r.id, r.name, r.version, r.created_at, r.created_by, r.updated_at, r.updated_by, t.*
  from ${schema}.${table} t join ${schema}.data_record r on r.id = t.record_id`
const app = Fastify()

app.get('/page', async () => {
  const { rows: items } = await pool.query(`${rows} where t.deleted_at is null order by t.record_id limit 50`)
  return { items }
})
app.get('/filtered', async () => {
  const { rows: items } = await pool.query(
    `${rows} where t.deleted_at is null and lower(t.city) = $1 and t.score > $2
     order by t.last_name collate "und-x-icu", t.record_id limit 50`,
    ['springfield', 500],
  )
  return { items }
})
app.get('/offset/:offset', async (request) => {
  const { offset } = request.params as { offset: string }
  const { rows: items } = await pool.query(
    `${rows} where t.deleted_at is null order by t.last_name collate "und-x-icu", t.record_id limit 50 offset $1`,
    [offset],
  )
  return { items }
})
app.get('/record/:id', async (request) => {
  const { id } = request.params as { id: string }
  const { rows: items } = await pool.query(`${rows} where r.id = $1`, [id])
  return items[0]
})
app.post('/create', async (request) => {
  const values = (request.body as { values: Record<string, unknown> }).values
  const names = Object.keys(values)
  const { rows: items } = await pool.query(
    `with r as (insert into ${schema}.data_record (data_collection_id, name) values ($1, $2) returning id)
     insert into ${schema}.${table} (record_id, ${names.join()})
     select r.id, ${names.map((_, index) => `$${index + 3}`).join()} from r returning *`,
    [collection, values.last_name, ...Object.values(values)],
  )
  return items[0]
})
app.put('/record/:id', async (request) => {
  const { id } = request.params as { id: string }
  const { values } = request.body as { values: Record<string, unknown> }
  const { rows: items } = await pool.query(
    `update ${schema}.${table} set score = $2 where record_id = $1 returning *`,
    [id, values.score],
  )
  return items[0]
})

// Photos are stored, answered, and then made small, one after the other.
let photosFolder: string | undefined
let photosLeft = 0
let made = Promise.resolve()
app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body))
app.post('/api/teams/:teamId/files', async (request) => {
  photosFolder ??= fs.mkdtempSync(path.join(os.tmpdir(), 'muster-bench-photos-'))
  const file = path.join(photosFolder, randomUUID())
  await pipeline(request.body as Readable, fs.createWriteStream(file))
  photosLeft++
  made = made.then(async () => {
    await makeThumbnails(file)
    photosLeft--
  })
  return { thumbnail: file }
})
app.get('/photos-left', async () => ({ count: photosLeft }))
process.on('SIGTERM', () => {
  if (photosFolder) fs.rmSync(photosFolder, { recursive: true })
  process.exit()
})

/** The sizes, formats and qualities that ours makes. */
async function makeThumbnails(file: string): Promise<void> {
  const { default: sharp } = await import('sharp')
  for (const size of [960, 320, 96]) {
    const small = sharp(file).autoOrient().resize({ width: size, height: size, fit: 'inside' })
    await small.clone().webp({ quality: 78, effort: 3 }).toFile(`${file}-${size}.webp`)
    if (size > 96) await small.clone().avif({ quality: 52, effort: 2 }).toFile(`${file}-${size}.avif`)
  }
}

await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
