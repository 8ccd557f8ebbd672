import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock.ts'

let folder: string
let lockers: Locker[]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-lock-'))
  lockers = []
})

afterEach(async () => {
  for (const { child } of lockers) child.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Locker {
  child: ChildProcess
  /** Tries to acquire the lock. @returns `locked` or the error message */
  acquire(): Promise<string>
}

/** A process that tries to acquire the lock for each line that it reads. */
async function spawnLocker(): Promise<Locker> {
  const code = `
    const { lockFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'folder-lock.ts'))})
    console.log('ready')
    for await (const line of process.stdin) {
      console.log(await lockFolder(${JSON.stringify(folder)}).then(() => 'locked', ({ message }) => message))
    }`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const next = async () => String((await once(child.stdout!, 'data'))[0]).trim()
  await next()
  const locker: Locker = {
    child,
    acquire() {
      child.stdin!.write('\n')
      return next()
    },
  }
  lockers.push(locker)
  return locker
}

test('a lock is free after its release and after its process was killed', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(
    `Another Muster (process ${process.pid}) uses the data folder`,
  )
  await lock.release()
  const other = await spawnLocker()
  expect(await other.acquire()).toBe('locked')
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse)
  other.child.kill('SIGKILL')
  await once(other.child, 'exit')
  await (await lockFolder(folder)).release()
  expect(fs.readdirSync(folder)).toHaveLength(1)
})

test('exactly one of several concurrent processes acquires the lock, also after a kill', async () => {
  await Promise.all(Array.from({ length: 8 }, spawnLocker))
  while (lockers.length > 4) {
    const answers = await Promise.all(lockers.map(({ acquire }) => acquire()))
    expect(answers.filter((answer) => answer === 'locked')).toHaveLength(1)
    const holder = lockers[answers.indexOf('locked')]!
    lockers.splice(lockers.indexOf(holder), 1)
    holder.child.kill('SIGKILL')
    await once(holder.child, 'exit')
  }
})

test('only one of several concurrent attempts within a process succeeds', async () => {
  for (let round = 0; round < 200; round++) {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder)))
    const [lock, ...others] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    expect(others).toHaveLength(0)
    await lock!.release()
  }
})
