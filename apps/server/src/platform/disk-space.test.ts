import { expect, test } from 'vitest'
import { requireDiskSpace, watchDisk } from './disk-space.ts'
import { createLogger } from './log.ts'
import { Warnings } from './warnings.ts'

test('writes are rejected only while too little space is free', async () => {
  const warnings = new Warnings()
  let free = 99
  const disk = await watchDisk({
    folder: '.',
    minFreeBytes: 100,
    warnings,
    log: createLogger('silent'),
    freeBytes: async () => free,
  })
  expect(() => requireDiskSpace(warnings)).toThrow(expect.objectContaining({ code: 'insufficient_storage' }))
  expect(warnings.list()).toEqual(['disk_full'])
  free = 100
  await disk.check()
  expect(() => requireDiskSpace(warnings)).not.toThrow()
  disk.stop()
})

test('reads the free space of the folder', async () => {
  const warnings = new Warnings()
  const options = { folder: '.', warnings, log: createLogger('silent') }
  for (const [minFreeBytes, isFull] of [
    [0, false],
    [Number.MAX_SAFE_INTEGER, true],
  ] as const) {
    const disk = await watchDisk({ ...options, minFreeBytes })
    expect(warnings.has('disk_full')).toBe(isFull)
    disk.stop()
  }
})
