/** Uploads a large file to a bucket in parts: a single request may have 5 GB at most. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import type * as Sdk from '@aws-sdk/client-s3'

/** Smaller files are sent in one request. The memory that an upload takes. */
export const partSize = 16 * 1024 * 1024

/** The service allows 10,000; fewer leave room for a file that grows. */
const maxParts = 9000

interface Upload {
  sdk: typeof Sdk
  client: Sdk.S3Client
  bucket: string
  key: string
  file: string
  mimeType: string
  /** Called with the number of bytes of each part that the service has taken. */
  onBytes?: ((count: number) => void) | undefined
}

/** The object exists only when this resolves. The service compares every part with its checksum. */
export async function uploadInParts({ sdk, client, onBytes, ...upload }: Upload): Promise<void> {
  const place = { Bucket: upload.bucket, Key: upload.key }
  const started = await client.send(
    new sdk.CreateMultipartUploadCommand({ ...place, ContentType: upload.mimeType }),
  )
  const target = { ...place, UploadId: started.UploadId }
  const handle = await fs.promises.open(upload.file)
  try {
    const { size } = await handle.stat()
    const chunk = Buffer.alloc(Math.max(partSize, Math.ceil(size / maxParts)))
    const parts: Sdk.CompletedPart[] = []
    for (let position = 0; position < size; position += chunk.length) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position)
      const part = chunk.subarray(0, bytesRead)
      const PartNumber = parts.length + 1
      const { ETag } = await client.send(
        new sdk.UploadPartCommand({
          ...target,
          PartNumber,
          Body: part,
          ContentMD5: crypto.createHash('md5').update(part).digest('base64'),
        }),
      )
      parts.push({ PartNumber, ETag })
      onBytes?.(bytesRead)
    }
    const complete = { ...target, MultipartUpload: { Parts: parts } }
    await client.send(new sdk.CompleteMultipartUploadCommand(complete))
  } catch (error) {
    // Parts of an upload that is neither completed nor aborted cost money for ever.
    await client.send(new sdk.AbortMultipartUploadCommand(target)).catch(() => {})
    throw error
  } finally {
    await handle.close()
  }
}
