import { checkCreditorId } from '@saldo/domain/sepa/creditor-id'
import { z } from 'zod'
import { addressOf, formFault } from './db/address.ts'
import { defaultMailFrom, hasLiveKey, liveFaults } from './live-settings.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

const port = z.coerce.number().int().min(1).max(65535)
const optionalUrl = z.url({ protocol: /^https?$/, message: 'must begin with http:// or https://' }).optional()
const secretKey = z.string().min(1).optional()

/** A Google service account's key, as JSON. Only the fields we need are kept. */
const serviceAccount = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'must be the JSON of a service account' })
      return z.NEVER
    }
  })
  .pipe(
    z.object({
      project_id: z.string().min(1),
      client_email: z.string().min(1),
      private_key: z.string().includes('PRIVATE KEY'),
      token_uri: z.url().default('https://oauth2.googleapis.com/token'),
    }),
  )
  .optional()

/** The public identifiers of a Firebase web app, as JSON: not secret, but only together of use. */
const webApp = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON with apiKey, appId, projectId and vapidKey' })
      return z.NEVER
    }
  })
  .pipe(
    z.object({
      apiKey: z.string().min(1),
      appId: z.string().min(1),
      projectId: z.string().regex(/^[a-z0-9-]+$/),
      vapidKey: z.string().regex(/^[A-Za-z0-9_-]{80,100}$/),
    }),
  )
  .optional()

const trustedProxies = z
  .string()
  .transform((text, context) => {
    try {
      return readTrustedProxies(text)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })
  .optional()

/** A password with its `/` or `#` as they are would end the host, and part of it would be taken for one. */
function isMailServer(text: string): boolean {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return false
  const { pathname, hash } = new URL(text)
  return (pathname === '' || pathname === '/') && hash === ''
}

/** A mailbox that is read by IMAP: encrypted, unless the server is on this machine. */
function isBounceMailbox(text: string): boolean {
  if (!/^imaps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, hash, search } = new URL(text)
  const here = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const folder = /^\/[^/]+$/.test(pathname)
  return (protocol === 'imaps:' || here) && username !== '' && password !== '' && folder && !hash && !search
}

/** An address to which a `+` and a mark can be added. */
const isReturnPath = (text: string): boolean => z.email().safeParse(text).success && !text.includes('+')

/** One address, with or without a name before it. */
function isMailbox(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(text.trim())?.[1] ?? text.trim()
  return z.email().safeParse(address).success
}

const creditorId = z
  .string()
  .refine((text) => checkCreditorId(text).valid, 'must be an Italian SEPA creditor identifier')
  .optional()

const Settings = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  SALDO_HOME: z.string().default('.saldo'),
  /** The owner's connection string. Only what prepares the database uses it (main.ts); a server keeps its logins of it (db/logins.ts). */
  DATABASE_URL: z
    .string('missing')
    .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://', abort: true })
    .refine((text) => !formFault(text), { error: ({ input }) => formFault(String(input)) ?? '' }),
  /** At least 32 bytes, in hexadecimal: links and refresh tokens are derived from it. */
  SALDO_SECRET: z
    .string('must be at least 64 hexadecimal digits')
    .regex(/^[0-9a-f]{64,}$/i, 'must be at least 64 hexadecimal digits'),
  /**
   * Keys of 32 bytes, in hexadecimal, separated by commas: uploaded files are encrypted with the first, and read with all.
   */
  SALDO_FILE_KEYS: z
    .string()
    .regex(
      /^[0-9a-f]{64}(\s*,\s*[0-9a-f]{64})*$/i,
      'must be keys of 64 hexadecimal digits, separated by commas',
    )
    .optional(),
  /** The product's public address; links in mails begin with it. */
  PUBLIC_URL: optionalUrl,
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: secretKey,
  STRIPE2_SECRET_KEY: secretKey,
  STRIPE2_PUBLISHABLE_KEY: secretKey,
  STRIPE2_WEBHOOK_SECRET: secretKey,
  /** The creditor identifiers under which the provider collects SEPA debits, if they are our own; else they are the provider's. */
  STRIPE_CREDITOR_ID: creditorId,
  STRIPE2_CREDITOR_ID: creditorId,
  /** Set when the provider is the sandbox, unset for the real one. */
  STRIPE_API_BASE: optionalUrl,
  SMTP_URL: z
    .string()
    .refine(
      isMailServer,
      'must be smtp:// or smtps:// with user:password@host:port; in the password write @ as %40, / as %2F, # as %23',
    )
    .optional(),
  MAIL_FROM: z
    .string()
    .refine(isMailbox, 'must be name@domain, or Name <name@domain>')
    .default(defaultMailFrom),
  /** Who gets the mails of alarms, separated by commas; unset: all super users. */
  ALARM_EMAIL: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine(
      (all) => all.every((address) => z.email().safeParse(address).success),
      'must be addresses separated by commas',
    )
    .optional(),
  /** Signs the reports of mails that came back, which a mail provider's webhook sends (features/emails/README.md). */
  MAIL_BOUNCE_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  /** The mailbox to which mails come back; it is read every five minutes. */
  BOUNCE_MAILBOX_URL: z
    .string()
    .refine(
      isBounceMailbox,
      'must be imaps://user:password@host/INBOX (imap:// only to this machine); in user and password write @ as %40, / as %2F, # as %23',
    )
    .optional(),
  /** The address to which mails come back; each mail adds its own mark, `bounces+saldo.7.…@domain`. */
  MAIL_RETURN_PATH: z
    .string()
    .refine(isReturnPath, 'must be name@domain without a +, at a server that accepts name+anything@domain')
    .optional(),
  /** If set, messages are also pushed to devices (FCM). */
  FIREBASE_SERVICE_ACCOUNT: serviceAccount,
  /** If set too, browsers offer to receive messages, and register themselves. */
  FIREBASE_WEB_APP: webApp,
  /** The address of a Firebase stand-in (http://host:port); unset for the real one. */
  FIREBASE_API_BASE: optionalUrl,
  /**
   * If set, a virus scanner checks every file before it is served. If not, documents say that they were not scanned.
   */
  SCAN_URL: z
    .string()
    .regex(/^clamd:\/\/([^/]+|\/.+)$/, 'must be clamd://host:port or clamd:///path/of/socket')
    .optional(),
  /** Set behind a reverse proxy: the proxy whose forwarded address is trusted. */
  TRUST_PROXY: trustedProxies,
  DEMO: z.enum(['0', '1']).default('0'),
  /** Set where developers try things; the menu's title says so. A live key of the provider wins: it is production. */
  ENVIRONMENT: z.enum(['develop']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Env = Omit<z.infer<typeof Settings>, 'PUBLIC_URL' | 'DATABASE_URL'> & {
  PUBLIC_URL: string
}

/**
 * Reads the settings of a server, the owner's address not among them. Throws an error whose message names each wrong one;
 * with a live key also those that must not go live (live-settings.ts).
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(given)
  const wrong = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const live = liveFaults(given)
  const nameOf = (line: string) => line.slice(0, line.indexOf(':'))
  const named = new Set(live.map(nameOf))
  // For one setting, the fault for live use replaces the fault of form, because it says what to write.
  const lines = [...wrong.filter((line) => !named.has(nameOf(line))), ...live]
  if (!parsed.success || lines.length > 0) throw new Error(`Wrong settings.\n${lines.join('\n')}`)
  const { DATABASE_URL, ...env } = parsed.data
  addressOf(DATABASE_URL)
  return {
    ...env,
    PUBLIC_URL: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  }
}

export type Environment = 'production' | 'sandbox' | 'develop'

/** Real money moves only with the provider's live key. */
export const environmentOf = ({ STRIPE_SECRET_KEY, ENVIRONMENT }: Env): Environment =>
  hasLiveKey({ STRIPE_SECRET_KEY }) ? 'production' : (ENVIRONMENT ?? 'sandbox')

/**
 * Whether this is the demo, in which passwords and an authenticator are public. The supervisor sets DEMO where it started both
 * database and sandbox itself; whatever a server is told, it is none where real money could move.
 */
export const isDemo = (env: Env): boolean =>
  env.DEMO === '1' && env.STRIPE_API_BASE !== undefined && environmentOf(env) !== 'production'

/**
 * Whether mails can be read in the product. They carry links that sign in, so they are readable only where none is sent;
 * where real money moves there is a mail server (live-settings.ts).
 */
export const readsMailInProduct = (env: Env): boolean => !env.SMTP_URL
