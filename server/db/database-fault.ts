/** Why the start ended, as one sentence for the operator. The driver's own error is its `cause`. */
export class DatabaseFault extends Error {
  override name = 'DatabaseFault'
}

/**
 * Turns what a driver throws about the way to the database, or about the owner's rights, into one sentence that says what to
 * do. It names host, user and database of the address, never the password. Another error comes back as it is.
 */
export function databaseFault(error: unknown, ownerUrl: string): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  const sentence = typeof code === 'string' && Object.hasOwn(sentences, code) && sentences[code]
  if (!sentence) return error
  return new DatabaseFault(`DATABASE_URL: ${sentence(placeOf(ownerUrl), (error as Error).message)}`, {
    cause: error,
  })
}

/** The statement that makes a database as Saldo needs it. Also said where there is one of another encoding. */
export const createStatement = (database: string, owner: string) =>
  `create database ${quoted(database)} owner ${quoted(owner)} template template0 encoding 'UTF8'`

/** Quoted where PostgreSQL would read the name as something else. */
export const quoted = (name: string) =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`

type Place = { host: string; at: string; user: string; database: string }

function placeOf(ownerUrl: string): Place {
  const { hostname, port, username, pathname } = new URL(ownerUrl)
  return {
    host: hostname,
    at: `${hostname}:${port || '5432'}`,
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  }
}

type Sentence = (place: Place, message: string) => string

const refused: Sentence = ({ at }) =>
  `nothing answers at ${at}. Is PostgreSQL running there, does it listen on that address (listen_addresses), and is the port right?`
const unknownHost: Sentence = ({ host }) =>
  `the host ${host} is not known. Check its name, and how this machine resolves names.`
const unreachable: Sentence = ({ at }) =>
  `${at} cannot be reached from this machine. Check the host, the port and the firewall between them.`
const broken: Sentence = ({ at }) =>
  `${at} closed the connection. Does PostgreSQL listen there, and does it speak TLS (ssl = on) if sslmode asks for it?`
const unknownAuthority: Sentence = ({ at }) =>
  `the certificate of ${at} comes from an authority that this machine does not know. If it is your own, name its file: &sslrootcert=/path/ca.pem.`

/** By the codes of Node, of the driver `postgres` and of PostgreSQL. */
const sentences: Record<string, Sentence> = {
  ECONNREFUSED: refused,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: unreachable,
  CONNECT_TIMEOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: broken,
  EPROTO: broken,
  CONNECTION_CLOSED: broken,
  ERR_SSL_WRONG_VERSION_NUMBER: broken,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: broken,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  CERT_SIGNATURE_FAILURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ host }) =>
    `the certificate of PostgreSQL is not for ${host}. Write a host that is in it, or sslmode=verify-ca, which checks the authority alone.`,
  CERT_HAS_EXPIRED: ({ at }) => `the certificate of ${at} has expired. Give PostgreSQL a new one.`,
  CERT_NOT_YET_VALID: ({ at }) =>
    `the certificate of ${at} is not valid yet. Check the clocks of both machines.`,
  '28P01': ({ at, user }) =>
    `PostgreSQL at ${at} refuses the password of ${user}, or has no such user. In the address write @ in a password as %40, / as %2F, # as %23, % as %25.`,
  '28000': ({ at }, message) =>
    `PostgreSQL at ${at} does not let Saldo in: ${message}. Check pg_hba.conf there, also for the roles that Saldo makes, and sslmode if it asks for encryption.`,
  '3D000': ({ at, user, database }) =>
    `there is no database ${database} at ${at}. Make it as PostgreSQL’s superuser: ${createStatement(database, user)};`,
  '42501': ({ user, database }, message) =>
    `${user} may not do what the start has to do (${message}). Let ${user} own the database: alter database ${quoted(database)} owner to ${quoted(user)};`,
  '53300': ({ at }) =>
    `PostgreSQL at ${at} has no connection left: raise max_connections, or end other programs’ sessions. A server of Saldo opens at most 34.`,
  '57P03': ({ at }, message) => `PostgreSQL at ${at} is not ready (${message}). Start again in a moment.`,
}
