/** An S3 server for tests that uses a folder and, unlike its package, verifies signatures (v4). */
import crypto from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import S3rver from 's3rver'
import type { S3Config } from '../src/platform/storage/config.ts'

const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export interface TestS3 {
  config: S3Config
  close(): Promise<void>
}

/** @param directory for the objects, which are stored as `<bucket>/<key>._S3rver_object` */
export async function testS3(directory: string): Promise<TestS3> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'muster', configs: [] }],
    allowMismatchedSignatures: false,
  })
  server.middleware.unshift(async (context, next) => {
    if (isSigned(context.method, context.url, context.headers)) return next()
    context.status = 403
  })
  const { port } = await server.run()
  return {
    config: {
      bucket: 'muster',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: keys,
      prefix: 'teams/',
      forcePathStyle: true,
    },
    close: () => server.close(),
  }
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function isSigned(method: string, url: string, headers: IncomingHttpHeaders): boolean {
  const [, id, day, region, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== keys.accessKeyId || !day || !region || !names || !signature) return false
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path,
    query
      .split('&')
      .map((pair) => (pair.includes('=') || pair === '' ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<crypto.BinaryLike>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretAccessKey}`,
  )
  return hmac(key, text).toString('hex') === signature
}

const sha256 = (text: string) => crypto.createHash('sha256').update(text).digest('hex')
const hmac = (key: crypto.BinaryLike, text: string) => crypto.createHmac('sha256', key).update(text).digest()
