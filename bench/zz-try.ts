import { startEmbeddedPostgres } from '@muster/server/src/platform/embedded-postgres/start.ts'
import { measureSend } from './send.ts'
import fs from 'node:fs'
const home = fs.mkdtempSync('/tmp/msend-pg-')
const cluster = await startEmbeddedPostgres({ home })
try {
  console.log(JSON.stringify(await measureSend({ databaseUrl: cluster.url } as never, Number(process.argv[2]))))
} finally { await cluster.stop(); fs.rmSync(home, { recursive: true, force: true }) }
process.exit(0)
