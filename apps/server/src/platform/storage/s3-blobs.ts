/** Storage in a bucket of Amazon S3 or an S3-compatible service. */
import fs from 'node:fs'
import type { Readable } from 'node:stream'
import { AppError } from '@muster/contract/errors'
import { StartError } from '../start-error.ts'
import type { Blobs, ByteRange } from './blobs.ts'
import type { S3Config } from './config.ts'
import { partSize, uploadInParts } from './s3-upload.ts'

export class S3Blobs implements Blobs {
  private readonly config: S3Config
  private connected: ReturnType<typeof connect> | undefined

  constructor(config: S3Config) {
    this.config = config
  }

  /** @param onBytes called with the number of bytes of each part of a large file that has been sent */
  async put(
    key: string,
    file: string,
    mimeType = 'application/octet-stream',
    onBytes?: (count: number) => void,
  ): Promise<void> {
    const { client, sdk, disk } = await this.s3()
    const { size } = await fs.promises.stat(file)
    if (size > partSize) {
      const { bucket } = this.config
      await uploadInParts({ sdk, client, bucket, key: this.keyOf(key), file, mimeType, onBytes })
    } else {
      await disk.copyFromFs(file, this.keyOf(key), { contentType: mimeType, contentLength: size })
    }
    await fs.promises.rm(file, { force: true })
  }

  /** Uses the SDK, because flydrive cannot read ranges, which video players request. */
  async open(key: string, range?: ByteRange): Promise<Readable> {
    const { client, sdk } = await this.s3()
    const command = new sdk.GetObjectCommand({
      Bucket: this.config.bucket,
      Key: this.keyOf(key),
      ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}),
    })
    const { Body } = await client.send(command).catch((error: unknown) => {
      throw statusOf(error) === 404 ? new AppError('not_found', { cause: error }) : error
    })
    return Body as Readable
  }

  async has(key: string): Promise<boolean> {
    const { disk } = await this.s3()
    return disk.exists(this.keyOf(key))
  }

  async remove(key: string): Promise<void> {
    const { disk } = await this.s3()
    await disk.delete(this.keyOf(key))
  }

  async check(): Promise<void> {
    const { bucket, endpoint = 'Amazon S3' } = this.config
    const { client, sdk } = await this.s3()
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
      throw new StartError(`S3_BUCKET ${bucket} at ${endpoint} cannot be used: ${reasonOf(error)}`, {
        cause: error,
      })
    })
  }

  private s3(): ReturnType<typeof connect> {
    this.connected ??= connect(this.config)
    return this.connected
  }

  private keyOf(key: string): string {
    return `${this.config.prefix}${key}`
  }
}

/** The SDK is large, so it is loaded only when S3 is used. */
async function connect({ bucket, region, endpoint, credentials, forcePathStyle }: S3Config) {
  const [sdk, { Disk }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive'),
    import('flydrive/drivers/s3'),
  ])
  const client = new sdk.S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
    forcePathStyle,
    // Other services do not support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false })
  return { sdk, client, disk: new Disk(driver) }
}

const statusOf = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

function reasonOf(error: unknown): string {
  const status = statusOf(error)
  if (status === 404) return 'there is no such bucket'
  if (status === 401 || status === 403) return 'the keys may not use it'
  return error instanceof Error ? error.message || error.name : String(error)
}
