/**
 * A process that only sends outgoing messages, for tests that kill it; a message to it stops it in good order. Arguments:
 * database, connections.
 */
import { createPool } from '../src/platform/db.ts'
import { Live } from '../src/platform/live.ts'
import { createLogger } from '../src/platform/log.ts'
import { aSendLoop } from './a-sending.ts'

const [url = '', connections] = process.argv.slice(2)
const log = createLogger('error')
const pool = createPool(url, { max: 4, name: `send ${process.pid}` })
const live = new Live({ pool, url, log })
await live.start()
const loop = aSendLoop({ deps: { pool, live, log }, connections: Number(connections) })
loop.start()
process.on('message', async () => {
  await loop.stop()
  process.exit()
})
process.send?.('ready')
