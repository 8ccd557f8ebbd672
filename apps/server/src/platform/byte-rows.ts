/**
 * Reads the values of a query as bytes instead of strings. JSON that PostgreSQL made is sent on as it is: to decode 30 kB
 * of UTF-8 and encode them again costs more than everything else that serves a page of records. The driver has no way to
 * ask for that, so its parser is replaced for the rows of such a query; everything else is left to it.
 */
import pg from 'pg'
import { DataRowMessage } from 'pg-protocol/dist/messages.js'
import { Parser } from 'pg-protocol/dist/parser.js'

/** What is used of the driver beyond its types. */
interface Wire {
  /** Whether the rows that come are those of a `ByteQuery`: a connection runs one query at a time. */
  readsBytes?: boolean
  _emitMessage?: boolean
  emit(name: string, message: unknown): void
  attachListeners(stream: NodeJS.ReadableStream): void
}
interface Submitted {
  callback: (error: Error | null, result: pg.QueryArrayResult) => void
  submit(wire: Wire): Error | null
  handleError(error: Error, wire: Wire): void
  handleReadyForQuery(wire: Wire): void
}
interface Packets {
  parse(chunk: Buffer, callback: (message: { name: string }) => void): void
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown
}

const dataRow = 'D'.charCodeAt(0)

class RowParser extends (Parser as unknown as new () => Packets) {
  private readonly wire: Wire

  constructor(wire: Wire) {
    super()
    this.wire = wire
  }

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): unknown {
    if (code !== dataRow || !this.wire.readsBytes) return super.handlePacket(offset, code, length, bytes)
    return new DataRowMessage(length, valuesOf(bytes, offset) as never)
  }
}

/** The values of a row, copied: the parser uses its buffer again. Each has its length before it, -1 for null. */
function valuesOf(bytes: Buffer, offset: number): (Buffer | null)[] {
  let at = offset + 2
  return Array.from({ length: bytes.readInt16BE(offset) }, () => {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length === -1) return null
    const value = Buffer.from(bytes.subarray(at, at + length))
    at += length
    return value
  })
}

/** A client whose connection can read bytes. */
export class ByteClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { connection: wire } = this as unknown as { connection: Wire }
    wire.attachListeners = (stream) => {
      const parser = new RowParser(wire)
      const emit = (message: { name: string }): void => {
        if (wire._emitMessage) wire.emit('message', message)
        wire.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
      }
      stream.on('data', (chunk: Buffer) => parser.parse(chunk, emit))
    }
  }
}

class ByteQuery extends (pg.Query as unknown as new (config: pg.QueryArrayConfig) => Submitted) {
  override submit(wire: Wire): Error | null {
    wire.readsBytes = true
    return super.submit(wire)
  }

  override handleError(error: Error, wire: Wire): void {
    wire.readsBytes = false
    super.handleError(error, wire)
  }

  override handleReadyForQuery(wire: Wire): void {
    wire.readsBytes = false
    super.handleReadyForQuery(wire)
  }
}

/**
 * @param executor a pool of `ByteClient`s, or one of them
 * @param config with types that are not parsed
 */
export function queryByteRows(
  executor: pg.Pool | pg.PoolClient,
  config: pg.QueryArrayConfig,
): Promise<(Buffer | null)[][]> {
  const query = new ByteQuery(config)
  return new Promise((resolve, reject) => {
    const run = executor.query as unknown as (
      submitted: Submitted,
      callback: (error: Error | null, result: pg.QueryArrayResult) => void,
    ) => void
    run.call(executor, query, (error, result) => (error ? reject(error) : resolve(result.rows)))
  })
}
