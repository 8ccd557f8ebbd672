/** Requests to names that resolve to private addresses; the resolver is replaced, the rest is real. */
import dns from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import { isAllowedUrl, isPublicAddress } from '../../platform/public-addresses.ts'
import { send } from './send.ts'

afterEach(() => vi.restoreAllMocks())

const request = {
  url: 'https://receiver.example/hook',
  secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  messageId: 'msg_1',
  body: '{}',
  allowedHosts: [],
  now: new Date(),
}

test.each([['10.1.2.3'], ['127.0.0.1'], ['169.254.169.254'], ['::1'], ['fe80::1'], ['64:ff9b::a00:1']])(
  'a name that resolves to %s is refused when the connection is made',
  async (address) => {
    const lookup = vi.spyOn(dns, 'lookup') as unknown as { mockImplementation(run: unknown): void }
    lookup.mockImplementation((_name: string, _options: object, callback: (...found: unknown[]) => void) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]),
    )
    expect(await send(request)).toEqual({ status: null, error: 'EADDRESS' })
  },
)

test('a name that does not exist is an error of the receiver', async () => {
  const lookup = vi.spyOn(dns, 'lookup') as unknown as { mockImplementation(run: unknown): void }
  lookup.mockImplementation((_name: string, _options: object, callback: (...found: unknown[]) => void) =>
    callback(Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })),
  )
  expect(await send(request)).toEqual({ status: null, error: 'ENOTFOUND' })
})

test('public addresses', () => {
  expect(['93.184.216.34', '2606:2800:220:1::1'].every(isPublicAddress)).toBe(true)
})

test('numbers that are private addresses are refused, and hosts of the own network only if they are listed', () => {
  for (const url of [
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1',
    'http://n8n.internal:5678/hook',
  ]) {
    expect(isAllowedUrl(url, []), url).toBe(false)
  }
  expect(isAllowedUrl('http://n8n.internal:5678/hook', ['n8n.internal'])).toBe(true)
  expect(isAllowedUrl('https://hooks.zapier.com/hooks/standard/1/', [])).toBe(true)
})
