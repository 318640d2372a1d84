import { readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'

/** How to reach a database: the same for both drivers, which read the parameters of an address differently. */
export type Address = {
  /** Without the parameters of TLS. */
  url: string
  /** False: not encrypted. */
  ssl: false | ConnectionOptions
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** Parameters of libpq that would be obeyed by one driver, or by none. */
const others = /^(ssl.*|channel_binding|gssencmode|uselibpqcompat)$/

/**
 * Checks the form of a database address. Returns the fault as words that follow the setting's name, or null. A password whose
 * `/`, `#`, `?` or `%` is not escaped changes where the address seems to end, so this asks for the escapes.
 */
export function formFault(given: string): string | null {
  const url = URL.parse(given)
  const unescaped = !url || !isDecodable(given) || (!url.username && given.includes('@'))
  if (unescaped || url.hash || url.pathname.includes('@'))
    return (
      'is no address: postgres://name:password@host:5432/database. In the password write @ as %40, : as %3A, / as %2F, ' +
      '? as %3F, # as %23, % as %25'
    )
  if (!/^\/[^/]+$/.test(url.pathname)) return 'names no database: postgres://name:password@host:5432/database'
  return null
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

/**
 * Reads `sslmode` and `sslrootcert` of an address, with PostgreSQL's meanings: `disable` (also when it is missing), `require`
 * (encrypted, whoever answers), `verify-ca` (a certificate of the authority), `verify-full` (one for this host, too). `allow` and `prefer` are refused: they fall back to
 * no encryption, and say nothing.
 * `sslrootcert` is the file of a private authority, in PEM; without it those that Node trusts count. @throws an Error that
 * names the parameter, never the password.
 */
export function addressOf(given: string): Address {
  const url = parse(given)
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  const authority = url.searchParams.get('sslrootcert')
  url.searchParams.delete('sslmode')
  url.searchParams.delete('sslrootcert')
  const other = [...url.searchParams.keys()].find((name) => others.test(name))
  if (other)
    throw new Error(`DATABASE_URL: ${other} is not known. TLS is set by sslmode and sslrootcert alone.`)
  if (!isMode(mode))
    throw new Error(`DATABASE_URL: sslmode=${mode} is not known. Write one of ${modes.join(', ')}.`)
  if (authority !== null && !mode.startsWith('verify-'))
    throw new Error(
      `DATABASE_URL: sslrootcert is of no use with sslmode=${mode}, which checks no certificate: write sslmode=verify-full.`,
    )
  return { url: url.href, ssl: mode === 'disable' ? false : tls(mode, url.hostname, authority) }
}

const isMode = (text: string): text is (typeof modes)[number] => (modes as readonly string[]).includes(text)

function parse(given: string): URL {
  const fault = formFault(given)
  if (fault) throw new Error(`DATABASE_URL: ${fault}.`)
  return new URL(given)
}

function tls(
  mode: Exclude<(typeof modes)[number], 'disable'>,
  host: string,
  authority: string | null,
): ConnectionOptions {
  if (mode === 'require') return { rejectUnauthorized: false }
  const bare = host.replace(/^\[|\]$/g, '')
  return {
    rejectUnauthorized: true,
    ...(authority === null || authority === 'system' ? {} : { ca: certificates(authority) }),
    // The drivers name no host where it is an IP address: without this, another name would be compared.
    checkServerIdentity: (_name, certificate) =>
      mode === 'verify-full' ? checkServerIdentity(bare, certificate) : undefined,
  }
}

function certificates(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(
      `DATABASE_URL: sslrootcert=${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
    )
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`DATABASE_URL: sslrootcert=${file} holds no certificate in PEM.`)
  return text
}
