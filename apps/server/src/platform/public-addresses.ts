/** Connections that people configure go to public addresses only, unless an operator allows the host. */
import dns from 'node:dns'
import net from 'node:net'
import ipaddr from 'ipaddr.js'

/** Not one of private, local, shared, reserved or translated ranges. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'
}

/**
 * Whether requests may go to this URL, as far as the text alone shows.
 *
 * @param allowedHosts those that may have private addresses, by http or https
 * @param protocols of all other hosts
 */
export function isAllowedUrl(
  text: string,
  allowedHosts: readonly string[],
  protocols: readonly string[] = ['https:'],
): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  const host = bareHost(hostname)
  if (allowedHosts.includes(host)) return protocol === 'https:' || protocol === 'http:'
  const isPublic = host !== 'localhost' && (net.isIP(host) === 0 || isPublicAddress(host))
  return protocols.includes(protocol) && isPublic
}

/** IPv6 addresses come in brackets. */
export function bareHost(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

/** Resolves a name when the connection is made, so that no second resolution can give another address. */
export const lookupPublic: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const refused = addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address))
    if (refused) {
      const reason: NodeJS.ErrnoException = new Error('The address is not public')
      reason.code = 'EADDRESS'
      return callback(reason, '', 0)
    }
    if (options.all) return callback(null, addresses)
    return callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}
