/**
 * The image process: the only one that decodes images, one at a time and with the lowest priority. An image
 * that crashes the decoder ends this process and not the server.
 */
import fs from 'node:fs'
import os from 'node:os'
import sharp from 'sharp'
import type { ImageRequest, ImageResponse, ImageSize, Output } from './messages.ts'

for (const thread of ownThreads()) os.setPriority(thread, 19)
sharp.cache(false)
sharp.concurrency(1)
// Loaders of formats that we never accept, which are complex programs of their own.
sharp.block({
  operation: [
    'VipsForeignLoadSvg',
    'VipsForeignLoadPdf',
    'VipsForeignLoadMagick',
    'VipsForeignLoadOpenslide',
  ],
})

const secondsPerImage = 30
const idleMs = 60_000

let queue = Promise.resolve()
let busy = 0
let idle = setTimeout(exit, idleMs)

process.on('disconnect', () => process.exit(0))
process.on('message', (request: ImageRequest) => {
  clearTimeout(idle)
  busy += 1
  // Measuring does not wait for thumbnails in progress, because a user is waiting for it.
  if (request.kind === 'measure') void respond(request, () => measure(request.file, request.format))
  else
    queue = queue.then(() => respond(request, () => make(request.file, request.maxPixels, request.outputs)))
})

async function respond({ id }: ImageRequest, work: () => Promise<ImageSize | undefined>): Promise<void> {
  const response: ImageResponse = { id }
  try {
    const size = await work()
    if (size) response.size = size
  } catch (error) {
    response.error = error instanceof Error ? error.message : String(error)
    // On a busy machine a large picture may take longer than `secondsPerPicture`.
    response.isTemporary = response.error.startsWith('timeout')
  }
  process.send?.(response)
  busy -= 1
  if (busy === 0) idle = setTimeout(exit, idleMs)
}

async function measure(file: string, format: string): Promise<ImageSize> {
  const metadata = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (metadata.format !== format) throw new Error(`not ${format} but ${metadata.format}`)
  return { width: metadata.width, height: metadata.height }
}

/** Makes the largest from the image, the others from that. Copies no metadata such as location. */
async function make(file: string, maxPixels: number, outputs: readonly Output[]): Promise<undefined> {
  const largest = Math.max(...outputs.map(({ size }) => size))
  const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .timeout({ seconds: secondsPerImage })
    // Applies the camera's orientation.
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const { size, format, file: target } of outputs) {
    const image = sharp(data, { raw })
      .timeout({ seconds: secondsPerImage })
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    await (format === 'webp'
      ? image.webp({ quality: 78, effort: 3 })
      : image.avif({ quality: 52, effort: 2 })
    ).toFile(target)
  }
}

/** Exits to release the memory that images used; the next image starts another process. */
function exit(): void {
  process.disconnect?.()
}

/**
 * On Linux each thread has its own priority, and the decoding threads exist before this file runs. Later
 * threads inherit the priority of the thread that created them.
 */
function ownThreads(): number[] {
  try {
    return fs.readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid]
  }
}
