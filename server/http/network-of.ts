import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that a throttle counts: an IPv4 address, or the /64 network of an IPv6 address, because its owner has all
 * 2^64 addresses in it. An IPv4 address in IPv6 notation (`::ffff:192.0.2.1`, or behind a NAT64) counts as itself. A port,
 * which some proxies add, is left out. What is no address counts as one network, so that no invented text gets counters
 * of its own.
 */
export function networkOf(address: string): string {
  const bare = bareAddress(address)
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (holdsIPv4(groups)) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Without brackets, port and zone: `[2001:db8::1]:443`, `192.0.2.1:443`, `fe80::1%eth0`. */
function bareAddress(address: string): string {
  const text = address.trim()
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1]
  return (bracketed ?? withPort ?? text).split('%')[0] ?? ''
}

/** `::ffff:0:0/96` (mapped), `::ffff:0:0:0/96` (translated) and `64:ff9b::/96` (NAT64) hold an IPv4 address. */
const holdsIPv4 = (groups: readonly number[]) =>
  ['0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'].includes(
    groups
      .slice(0, 6)
      .map((group) => group.toString(16))
      .join(':'),
  )

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
