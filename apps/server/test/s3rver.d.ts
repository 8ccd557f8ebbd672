/** The part of the untyped package that the tests use. */
declare module 's3rver' {
  import type { IncomingHttpHeaders } from 'node:http'

  interface Context {
    method: string
    url: string
    headers: IncomingHttpHeaders
    status: number
  }
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: unknown[] }[]
    allowMismatchedSignatures: boolean
  }
  export default class S3rver {
    constructor(options: Options)
    middleware: ((context: Context, next: () => Promise<unknown>) => Promise<unknown>)[]
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
