import { isIPv6 } from 'node:net'

/**
 * The network that a throttle counts: an IPv4 address, or the /64 network of an IPv6 address, because its owner has all
 * 2^64 addresses in it. An IPv4 address in IPv6 notation (`::ffff:192.0.2.1`) counts as itself.
 */
export function networkOf(address: string): string {
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address, in whatever notation. A URL writes them all in hexadecimal. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const numbers = (text: string) =>
  text
    .split(':')
    .filter((group) => group !== '')
    .map((group) => Number.parseInt(group, 16))
