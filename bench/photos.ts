/**
 * Uploads photos, in a separate process so that its work does not slow the measured client down. Arguments:
 * the server's URL, a session cookie, the team and the number of photos. It uploads one, sends a message,
 * waits for a message, uploads all, and sends a message again.
 */
import { once } from 'node:events'
import sharp from 'sharp'
import { random } from './people.ts'

/** The message after the first upload, and again after all of them. */
export interface UploadMessage {
  megabytes: number
}

const concurrentUploads = 3
const [url, cookie, teamId, count] = process.argv.slice(2) as [string, string, string, string]

await main((message) => process.send?.(message))

async function main(send: (message: UploadMessage) => void): Promise<void> {
  const photos = await generatePhotos()
  const megabytes = photos.reduce((sum, photo) => sum + photo.length, 0) / 1e6
  await upload('first.jpg', photos[0] as Buffer)
  const startMessage = once(process, 'message')
  send({ megabytes })
  await startMessage
  const queue = photos.map((bytes, index) => [`photo ${index}.jpg`, bytes] as const)
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await upload(...next)
  }
  await Promise.all(Array.from({ length: concurrentUploads }, work))
  send({ megabytes })
  process.disconnect()
}

/**
 * Copies of ten images with as much detail as photos; a few bytes at the end make each copy a different file.
 */
async function generatePhotos(): Promise<Buffer[]> {
  const [width, height] = [4000, 3000]
  const bases: Buffer[] = []
  for (let index = 0; index < 10; index++) {
    const coarse = {
      width: 400,
      height: 300,
      channels: 3 as const,
      background: { r: 20 * index, g: 120, b: 90 },
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
  return Array.from({ length: Number(count) }, (_, index) =>
    Buffer.concat([bases[index % bases.length] as Buffer, Buffer.from(`${index} ${next()}`)]),
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
