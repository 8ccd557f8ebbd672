/**
 * The format of a backup: a tar archive, compressed by gzip, encrypted with a passphrase in the age format
 * (https://age-encryption.org/v1). Its last entry is the manifest. Everything is streamed.
 */
import crypto from 'node:crypto'
import fs from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import zlib from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import tar from 'tar-stream'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import { schemaObjectsSchema } from './schema-objects.ts'

const manifestName = 'manifest.json'

/** Of every archive. */
const sealSchema = z.object({
  format: z.literal(1),
  machine: z.string(),
  entries: z.number(),
  /** SHA-256 of the names and contents of all other entries, in order. */
  sha256: z.string(),
})
type Seal = z.output<typeof sealSchema>

const manifestSchema = sealSchema.extend({
  /** Major version of PostgreSQL: as with the kind of machine, a cluster's files fit only these. */
  postgres: z.string(),
  /** The moment of the backup. */
  at: z.string(),
  database: z.string(),
  /** Name of the restore point at which recovery stops. */
  restorePoint: z.string(),
  /** The transactions that had ended at the restore point, as `pg_snapshot`. */
  snapshot: z.string(),
  /** Rows and checksum of every table at the restore point. */
  tables: z.record(z.string(), z.object({ rows: z.string(), checksum: z.string() })),
  /** Contents that rows refer to and that the storage did not have. */
  missingFiles: z.array(z.string()),
})

export type Manifest = z.output<typeof manifestSchema>

/** An archive of one team. Its entries are the rows of each table, and contents. */
const teamManifestSchema = sealSchema.extend({
  kind: z.literal('team'),
  team: z.object({ id: z.number(), name: z.string() }),
  at: z.string(),
  /** A hash of the migrations: the tables fit only these. */
  migrations: z.string(),
  /** A hash of the installation's secret, by which secrets of the team are encrypted and addresses are hashed. */
  secret: z.string(),
  tables: z.array(
    z.object({
      entry: z.string(),
      /** Quoted. */
      table: z.string(),
      columns: z.array(z.string()),
      where: z.string(),
      rows: z.string(),
      checksum: z.string(),
    }),
  ),
  objects: schemaObjectsSchema,
  missingFiles: z.array(z.string()),
})

/** The name of the first entry of a team's archive. */
export const firstOfTeam = 'users'

export type TeamManifest = z.output<typeof teamManifestSchema>

const manifests = {
  system: { schema: manifestSchema, name: 'the whole system' },
  team: { schema: teamManifestSchema, name: 'one team' },
} as const
type Manifests = { system: Manifest; team: TeamManifest }

/** The kind of machine, as in the manifest. */
export const thisMachine = `${process.platform}-${process.arch}`

/** Writes entries one after the other; `finish` adds the manifest and resolves when all is written. */
export class ArchiveWriter {
  private readonly pack = tar.pack()
  private readonly hash = crypto.createHash('sha256')
  private entries = 0
  private readonly written: Promise<void>
  private readonly onBytes: (count: number) => void | Promise<void>

  /** @param onBytes called with each number of bytes of contents that is added; what it throws ends the writing */
  constructor(
    target: Writable,
    passphrase: string,
    onBytes: (count: number) => void | Promise<void> = () => {},
  ) {
    this.onBytes = onBytes
    this.written = this.encryptTo(target, passphrase)
    // `add` fails as well, and `finish` reports this error.
    this.written.catch((error: Error) => this.pack.destroy(error))
  }

  async folder(name: string): Promise<void> {
    this.count(name)
    this.pack.entry({ name, type: 'directory', mode: 0o700 })
  }

  async bytes(name: string, content: string | Buffer): Promise<void> {
    const bytes = Buffer.from(content)
    await this.add(name, bytes.length, Readable.from([bytes]))
  }

  /**
   * A file that may change while it is read: the entry has the size that the file had before, with zeros for
   * what was cut off since. @returns false when the file is gone
   */
  async file(name: string, path: string): Promise<boolean> {
    const handle = await fs.promises.open(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!handle) return false
    try {
      const { size } = await handle.stat()
      await this.add(name, size, Readable.from(exactly(handle, size)))
      return true
    } finally {
      await handle.close()
    }
  }

  private async add(name: string, size: number, content: Readable): Promise<void> {
    this.count(name)
    const entry = this.pack.entry({ name, size, mode: 0o600 })
    const { hash, onBytes } = this
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          await onBytes(chunk.length)
          yield chunk
        }
      },
      entry,
    )
  }

  async finish<Facts extends object>(manifest: Facts): Promise<Facts & Seal> {
    const complete: Facts & Seal = {
      format: 1,
      machine: thisMachine,
      ...manifest,
      entries: this.entries,
      sha256: this.hash.digest('hex'),
    }
    this.pack.entry({ name: manifestName, mode: 0o600 }, JSON.stringify(complete))
    this.pack.finalize()
    await this.written
    return complete
  }

  /** Ends the writing after an error. */
  async abort(error: Error): Promise<void> {
    this.pack.destroy(error)
    await this.written.catch(() => {})
  }

  private count(name: string): void {
    this.entries += 1
    this.hash.update(`${name}\0`)
  }

  private async encryptTo(target: Writable, passphrase: string): Promise<void> {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    const gzip = zlib.createGzip({ level: 3 })
    const packed = pipeline(this.pack, gzip)
    const sealed = await encrypter.encrypt(Readable.toWeb(gzip) as globalThis.ReadableStream<Uint8Array>)
    await Promise.all([packed, pipeline(Readable.fromWeb(sealed as ReadableStream), target)])
  }
}

async function* exactly(handle: fs.promises.FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const chunk = Buffer.alloc(Math.min(1024 * 1024, size - position))
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
    // The rest of the chunk is zeros.
    const used = bytesRead === 0 ? chunk.length : bytesRead
    yield chunk.subarray(0, used)
    position += used
  }
}

export interface Visitor {
  folder(name: string): Promise<void>
  file(name: string, content: Readable): Promise<void>
  /** Called with the number of bytes of contents that have been read. */
  onBytes?(count: number): void
}

/**
 * Decrypts an archive and passes on each entry. Nothing may be used before this has resolved: only then the
 * whole archive has been verified.
 *
 * @throws BackupError when it is not a backup of this kind, the passphrase is wrong, or the archive is damaged or incomplete
 */
export async function readArchive<Kind extends keyof Manifests>(
  kind: Kind,
  file: string,
  passphrase: string,
  visitor: Visitor,
): Promise<Manifests[Kind]> {
  const source = fs.createReadStream(file)
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  let plain: globalThis.ReadableStream<Uint8Array>
  try {
    plain = await decrypter.decrypt(Readable.toWeb(source) as globalThis.ReadableStream<Uint8Array>)
  } catch (error) {
    source.destroy()
    throw refusal(file, error)
  }
  const hash = crypto.createHash('sha256')
  const extract = tar.extract()
  let entries = 0
  let isOther = false
  let text: string | undefined
  const visit = async () => {
    for await (const entry of extract) {
      const { name, type } = entry.header
      if (name === manifestName) {
        const chunks: Buffer[] = []
        for await (const chunk of entry) chunks.push(chunk as Buffer)
        text = Buffer.concat(chunks).toString()
        continue
      }
      entries += 1
      hash.update(`${name.replace(/\/$/, '')}\0`)
      // The manifest at its end says what it is.
      if (entries === 1) isOther = (name === firstOfTeam) !== (kind === 'team')
      if (isOther) {
        for await (const chunk of entry) hash.update(chunk as Buffer)
      } else if (type === 'directory') {
        await visitor.folder(name)
        entry.resume()
      } else {
        await visitor.file(
          name,
          Readable.from(
            (async function* () {
              for await (const chunk of entry) {
                hash.update(chunk as Buffer)
                visitor.onBytes?.((chunk as Buffer).length)
                yield chunk
              }
            })(),
          ),
        )
      }
    }
  }
  const decrypted = Readable.fromWeb(plain as ReadableStream)
  // Damage is an error of the source; an error of the visitor, such as a full disk, is passed on as it is.
  let damage: unknown
  decrypted.once('error', (error) => {
    damage ??= error
  })
  const gunzip = zlib.createGunzip()
  gunzip.once('error', (error) => {
    damage ??= error
  })
  const results = await Promise.allSettled([pipeline(decrypted, gunzip, extract), visit()])
  if (damage) throw damaged(file, damage)
  for (const result of results) if (result.status === 'rejected') throw result.reason
  const json: unknown = text === undefined ? undefined : JSON.parse(text)
  const found = teamManifestSchema.pick({ kind: true }).safeParse(json).success ? 'team' : 'system'
  if (json !== undefined && found !== kind) {
    const [is, isNot] = [manifests[found].name, manifests[kind].name]
    throw new BackupError('not_a_backup', `${file} is a backup of ${is}, and not of ${isNot}.`)
  }
  const manifest = manifests[kind].schema.safeParse(json)
  if (!manifest.success) throw damaged(file, manifest.error)
  if (manifest.data.entries !== entries || manifest.data.sha256 !== hash.digest('hex')) throw damaged(file)
  return manifest.data as Manifests[Kind]
}

function refusal(file: string, error: unknown): BackupError {
  const message = error instanceof Error ? error.message : String(error)
  if (/no identity matched/.test(message)) {
    return new BackupError('passphrase', `The passphrase does not fit the backup ${file}.`, { cause: error })
  }
  if (/invalid version/.test(message)) {
    return new BackupError('not_a_backup', `${file} is not a backup of Muster.`, { cause: error })
  }
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    return new BackupError('not_a_backup', `There is no file ${file}.`)
  }
  return damaged(file, error)
}

function damaged(file: string, cause?: unknown): BackupError {
  return new BackupError('damaged', `The backup ${file} is damaged or incomplete.`, { cause })
}
