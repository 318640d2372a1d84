import { isIP } from 'node:net'

/** The proxies before the server, or how many they are. */
export type TrustedProxies = string[] | number

/** Names that the header's parser knows, for 127.0.0.0/8 and ::1, link-local and private networks. */
const named = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Reads TRUST_PROXY: addresses, networks (`10.0.0.0/8`) and names (`loopback`), separated by commas, or a number of hops.
 * @throws an Error that says what is wrong. Whoever is trusted can say that a request comes from any address, so a value
 * that trusts everybody is wrong too.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  if (/^\d+$/.test(text.trim())) return readHops(Number(text))
  const proxies = text.split(',').map((part) => part.trim())
  for (const proxy of proxies) {
    if (named.includes(proxy)) continue
    if (/^(true|yes|all|\*)$/i.test(proxy) || trustsAll(proxy))
      throw new Error(
        'trusts everybody, so that anybody could name any address as their own; name your proxy',
      )
    if (!isNetwork(proxy))
      throw new Error(
        `“${proxy}” is neither an address (10.0.0.5), nor a network (10.0.0.0/24), nor one of ${named.join(', ')}, nor a number of proxies`,
      )
  }
  return proxies
}

function readHops(hops: number): number {
  if (hops >= 1 && hops <= 10) return hops
  throw new Error('a number is how many proxies stand before the server, from 1 to 10')
}

/** Several such networks together are everybody, too. No provider of proxies owns one of this size. */
const trustsAll = (proxy: string) => {
  const [address = '', prefix] = proxy.split('/')
  if (!isIP(address) || prefix === undefined) return false
  return Number(prefix) - (isMapped(address) ? 96 : 0) < 8
}

/** Whether an IPv6 address stands for one of IPv4 (`::ffff:10.0.0.5`): a network of such addresses trusts those of IPv4. */
const isMapped = (address: string) =>
  isIP(address) === 6 && /^http:\/\/\[::ffff:[^:]+:[^:]+\]/.test(URL.parse(`http://[${address}]`)?.href ?? '')

function isNetwork(proxy: string): boolean {
  const [address = '', prefix, ...more] = proxy.split('/')
  const version = isIP(address)
  if (!version || more.length > 0 || address.includes('%')) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** The same as Fastify takes it. A hop's number counts from the server. */
export const trustOf = (trusted: TrustedProxies | undefined) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : (trusted ?? false)
