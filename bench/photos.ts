/**
 * Somebody who uploads photos, in a process of his own: his work is not that of the client who is watched. Arguments:
 * the server's address, a session's cookie, the team, how many. Uploads one, says so, waits for a word, uploads all.
 */
import { once } from 'node:events'
import sharp from 'sharp'
import { random } from './people.ts'

/** What he says when the first is uploaded, and again when all are. */
export interface Told {
  megabytes: number
}

const uploadsAtOnce = 3
const [url, cookie, teamId, count] = process.argv.slice(2) as [string, string, string, string]

await main((told) => process.send?.(told))

async function main(tell: (told: Told) => void): Promise<void> {
  const photos = await makePhotos()
  const megabytes = photos.reduce((sum, one) => sum + one.length, 0) / 1e6
  await upload('first.jpg', photos[0] as Buffer)
  const asked = once(process, 'message')
  tell({ megabytes })
  await asked
  const left = photos.map((bytes, at) => [`photo ${at}.jpg`, bytes] as const)
  const one = async () => {
    for (let next = left.pop(); next; next = left.pop()) await upload(...next)
  }
  await Promise.all(Array.from({ length: uploadsAtOnce }, one))
  tell({ megabytes })
  process.disconnect()
}

/** Ten pictures with the detail of photos; a few bytes at the end make each of the 200 another file. */
async function makePhotos(): Promise<Buffer[]> {
  const [width, height] = [4000, 3000]
  const bases: Buffer[] = []
  for (let at = 0; at < 10; at++) {
    const coarse = {
      width: 400,
      height: 300,
      channels: 3 as const,
      background: { r: 20 * at, g: 120, b: 90 },
    }
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    bases.push(
      await sharp({ create: { ...coarse, noise } })
        .resize(width, height)
        .jpeg({ quality: 85 })
        .toBuffer(),
    )
  }
  const next = random(11)
  return Array.from({ length: Number(count) }, (_, at) =>
    Buffer.concat([bases[at % bases.length] as Buffer, Buffer.from(`${at} ${next()}`)]),
  )
}

async function upload(name: string, bytes: Buffer): Promise<void> {
  const response = await fetch(`${url}/api/teams/${teamId}/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
  const file = (await response.json()) as { thumbnail: string | null }
  if (file.thumbnail === null) throw new Error(`${name} gets no thumbnail`)
}
