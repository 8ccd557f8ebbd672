/**
 * The picture process: decoding is done here and nowhere else, one picture at a time and after everything else that
 * the machine has to do. A picture that breaks the decoder ends this process and not the server.
 */
import fs from 'node:fs'
import os from 'node:os'
import sharp from 'sharp'
import type { Ask, Look, Output, Told } from './messages.ts'

for (const thread of ownThreads()) os.setPriority(thread, 19)
sharp.cache(false)
sharp.concurrency(1)
// Readers of formats that we never take, which are programs of their own.
sharp.block({
  operation: [
    'VipsForeignLoadSvg',
    'VipsForeignLoadPdf',
    'VipsForeignLoadMagick',
    'VipsForeignLoadOpenslide',
  ],
})

const secondsPerPicture = 30
const idleMs = 60_000

let queue = Promise.resolve()
let busy = 0
let idle = setTimeout(leave, idleMs)

process.on('disconnect', () => process.exit(0))
process.on('message', (ask: Ask) => {
  clearTimeout(idle)
  busy += 1
  // A look is for somebody who waits; it passes the pictures that are being made.
  if (ask.kind === 'look') void answer(ask, () => look(ask.file, ask.format))
  else queue = queue.then(() => answer(ask, () => make(ask.file, ask.maxPixels, ask.outputs)))
})

async function answer({ id }: Ask, work: () => Promise<Look | undefined>): Promise<void> {
  const told: Told = { id }
  try {
    const found = await work()
    if (found) told.look = found
  } catch (error) {
    told.error = error instanceof Error ? error.message : String(error)
  }
  process.send?.(told)
  busy -= 1
  if (busy === 0) idle = setTimeout(leave, idleMs)
}

async function look(file: string, format: string): Promise<Look> {
  const found = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (found.format !== format) throw new Error(`not ${format} but ${found.format}`)
  return { width: found.width, height: found.height }
}

/** The largest is made from the picture, the others from that. Nothing but pixels goes over: no place, no name. */
async function make(file: string, maxPixels: number, outputs: readonly Output[]): Promise<undefined> {
  const largest = Math.max(...outputs.map(({ size }) => size))
  const { data, info } = await sharp(file, { limitInputPixels: maxPixels, failOn: 'truncated' })
    .timeout({ seconds: secondsPerPicture })
    // As the camera was held.
    .autoOrient()
    .resize({ width: largest, height: largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  for (const { size, format, file: target } of outputs) {
    const picture = sharp(data, { raw })
      .timeout({ seconds: secondsPerPicture })
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    await (format === 'webp'
      ? picture.webp({ quality: 78, effort: 3 })
      : picture.avif({ quality: 52, effort: 2 })
    ).toFile(target)
  }
}

/** Memory that a picture took is given back by leaving; the next picture starts another process. */
function leave(): void {
  process.disconnect?.()
}

/**
 * On Linux a priority is a thread's own, and the threads that decode are there before a line of this file runs. Those
 * that come later have that of the thread that made them.
 */
function ownThreads(): number[] {
  try {
    return fs.readdirSync('/proc/self/task').map(Number)
  } catch {
    return [process.pid]
  }
}
