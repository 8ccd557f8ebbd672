/** Signs requests to Amazon; see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html. */
import crypto from 'node:crypto'

export interface SignedRequest {
  method: 'GET' | 'POST'
  host: string
  /** Without a query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string
}

export interface AwsAccount {
  accessKeyId: string
  secretAccessKey: string
  region: string
  service: string
}

const algorithm = 'AWS4-HMAC-SHA256'
const hash = (text: string) => crypto.createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => crypto.createHmac('sha256', key).update(text).digest()

/** The headers of the request with those that sign it, at a moment. */
export function signRequest(
  { method, host, path, headers, body }: SignedRequest,
  { accessKeyId, secretAccessKey, region, service }: AwsAccount,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const signed: Record<string, string> = { ...headers, host, 'x-amz-date': time }
  const names = Object.keys(signed).sort()
  const canonical = [
    method,
    path,
    '',
    ...names.map((name) => `${name}:${signed[name]!.trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    hash(body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const parts = [day, region, service, 'aws4_request']
  const key = parts.reduce<string | Buffer>((so, part) => hmac(so, part), `AWS4${secretAccessKey}`)
  const signature = hmac(key, [algorithm, time, scope, hash(canonical)].join('\n')).toString('hex')
  const { host: _, ...sent } = signed
  return {
    ...sent,
    authorization: `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}
