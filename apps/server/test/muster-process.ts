/** A real Muster process that shares a test's database with others. */
import { type ChildProcess, spawn } from 'node:child_process'
import crypto from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Call, Endpoint, Response } from '@muster/contract/endpoint'
import type { Problem } from '@muster/contract/errors'
import { build, type InlineConfig } from 'vite'
import { freePort } from '../src/platform/embedded-postgres/host.ts'
import { urlOf } from './client.ts'
import type { TestDeps } from './test-deps.ts'

export interface ProcessAnswer<E extends Endpoint> {
  status: number
  /** The declared response for a status below 300, otherwise the problem. */
  body: Response<E>
  problem: Problem | undefined
}

export interface MusterProcess {
  /** Sends a request over the network. @throws TypeError where the connection fails */
  call<E extends Endpoint>(
    endpoint: E,
    call: Call<E> & { headers?: Record<string, string> },
  ): Promise<ProcessAnswer<E>>
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

interface AnyCall {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

const serverFolder = path.resolve(import.meta.dirname, '..')

/** A program that was built, because its processes then start in a fraction of the time. */
export interface BuiltProgram {
  /** The file to run. */
  main: string
  /** Deletes it. */
  remove(): void
}

/** Builds the server. */
export const buildMuster = (): Promise<BuiltProgram> =>
  buildProgram('main.js', { configFile: path.join(serverFolder, 'vite.config.ts') })

/** @param name of a file in this folder, without `.ts` */
export const buildTestProgram = (name: string): Promise<BuiltProgram> =>
  buildProgram(`${name}.js`, {
    configFile: false,
    build: { ssr: `test/${name}.ts`, target: 'node20' },
  })

/** With the packages in it, which are hundreds of files to find and read otherwise. */
async function buildProgram(file: string, config: InlineConfig): Promise<BuiltProgram> {
  const outDir = path.join(serverFolder, '.cache', `built-${process.pid}-${crypto.randomUUID()}`)
  await build({
    ...config,
    root: serverFolder,
    logLevel: 'error',
    // Sharp brings a library of its own.
    ssr: { noExternal: true, external: ['sharp'] },
    build: { ...config.build, outDir, sourcemap: false },
  })
  return { main: path.join(outDir, file), remove: () => fs.rmSync(outDir, { recursive: true, force: true }) }
}

/**
 * Serves requests, runs no jobs, and takes the address of a caller from `x-forwarded-for`.
 *
 * @param main of a build
 */
export async function startMuster(
  { pool, config }: Pick<TestDeps, 'pool' | 'config'>,
  main: string,
): Promise<MusterProcess> {
  const port = await freePort()
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'muster-process-'))
  const child = spawn(process.execPath, [main], {
    cwd: serverFolder,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: path.join(serverFolder, '.cache', 'compiled'),
      NODE_ENV: 'production',
      DATABASE_URL: pool.options.connectionString,
      PORT: String(port),
      HOST: '127.0.0.1',
      MUSTER_DATA_DIR: dataDir,
      MUSTER_PUBLIC_URL: config.publicUrl,
      MUSTER_SECRET: config.secret,
      MUSTER_ROLE: 'web',
      MUSTER_SAMPLE: 'false',
      MUSTER_TRUST_PROXY: 'true',
      MUSTER_PATIENCE: '100',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  await waitUntilReady(child, url)
  return {
    async call(endpoint, given) {
      const { params, query, body, headers } = given as AnyCall
      const response = await fetch(url + urlOf(endpoint, params, query), {
        method: endpoint.method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = text === '' ? undefined : JSON.parse(text)
      return { status: response.status, body: json, problem: response.ok ? undefined : json }
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The process ended at its start')
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
