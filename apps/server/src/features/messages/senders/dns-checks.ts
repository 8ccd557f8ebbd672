/** Whether the domain of a sender lets its mail through: what DNS says, and what to add to it. */
import type { SenderCheck } from '@muster/contract/messages/senders.api'

export interface DnsResolver {
  /** Each record in its parts. @throws with `code` ENOTFOUND or ENODATA if there is none */
  resolveTxt(name: string): Promise<string[][]>
  resolveMx(name: string): Promise<{ exchange: string }[]>
}

export interface CheckedDomain {
  /** Of the sender's address. */
  domain: string
  /** What the provider wants in SPF, such as `include:amazonses.com`; null if we do not know. */
  spf: string | null
  /** Names under `_domainkey` to look at; empty if we do not know them. */
  selectors: readonly string[]
  /** Empty: reports go to the sender's address. */
  bounceDomain: string
}

/** Selectors that common providers use, for servers of which we know nothing. */
const commonSelectors = ['default', 'mail', 'dkim', 's1', 'selector1', 'google', 'k1']

export async function checkDns(resolver: DnsResolver, checked: CheckedDomain): Promise<SenderCheck[]> {
  return Promise.all([
    checkSpf(resolver, checked),
    checkDkim(resolver, checked),
    checkDmarc(resolver, checked),
    checkReturnPath(resolver, checked),
  ])
}

async function checkSpf(resolver: DnsResolver, { domain, spf }: CheckedDomain): Promise<SenderCheck> {
  const records = (await texts(resolver, domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  const wanted = `v=spf1 ${spf ?? 'a mx'} ~all`
  const [record] = records
  if (!record) return { kind: 'spf', isOk: false, detail: `${domain} TXT "${wanted}"` }
  // RFC 7208, 4.5: several records are an error.
  if (records.length > 1)
    return { kind: 'spf', isOk: false, detail: records.map((text) => `"${text}"`).join(', ') }
  const isOk = spf === null || record.toLowerCase().split(/\s+/).includes(spf.toLowerCase())
  const added = record.replace(/\s*([~?+-]?all)?\s*$/i, ` ${spf} $1`).trimEnd()
  return { kind: 'spf', isOk, detail: isOk ? record : `${domain} TXT "${added}"` }
}

async function checkDkim(resolver: DnsResolver, { domain, selectors }: CheckedDomain): Promise<SenderCheck> {
  const names = selectors.length > 0 ? selectors : commonSelectors
  const found = await Promise.all(
    names.map(async (selector) => {
      const name = `${selector}._domainkey.${domain}`
      // An empty key was withdrawn: RFC 6376, 3.6.1.
      return (await texts(resolver, name)).some((text) => /\bp=[^;\s]/.test(text)) ? name : undefined
    }),
  )
  const name = found.find((one) => one !== undefined)
  return {
    kind: 'dkim',
    isOk: name !== undefined,
    detail: name ?? `…._domainkey.${domain} TXT "v=DKIM1; k=rsa; p=…"`,
  }
}

/** The organisation's record counts for subdomains: each parent is looked at, too. */
async function checkDmarc(resolver: DnsResolver, { domain }: CheckedDomain): Promise<SenderCheck> {
  const labels = domain.split('.')
  for (let first = 0; first < labels.length - 1; first++) {
    const name = `_dmarc.${labels.slice(first).join('.')}`
    const record = (await texts(resolver, name)).find((text) => /^v=DMARC1\b/i.test(text))
    if (record) return { kind: 'dmarc', isOk: true, detail: record }
  }
  return { kind: 'dmarc', isOk: false, detail: `_dmarc.${domain} TXT "v=DMARC1; p=none"` }
}

async function checkReturnPath(
  resolver: DnsResolver,
  { domain, bounceDomain }: CheckedDomain,
): Promise<SenderCheck> {
  const name = bounceDomain || domain
  const servers = await resolver.resolveMx(name).catch(noRecords)
  const hosts = servers.map(({ exchange }) => exchange).filter(Boolean)
  return {
    kind: 'return_path',
    isOk: hosts.length > 0,
    detail: hosts.length > 0 ? hosts.join(', ') : `${name} MX`,
  }
}

async function texts(resolver: DnsResolver, name: string): Promise<string[]> {
  const records = await resolver.resolveTxt(name).catch(noRecords)
  return records.map((parts) => parts.join(''))
}

/** No answer at all is not the same as no record, but a person who looks at it again cannot tell either. */
function noRecords(): never[] {
  return []
}
