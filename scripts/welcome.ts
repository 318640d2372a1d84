import { publicSecret } from '../server/features/second-steps/public-secret.ts'
import { noUserSentence } from '../server/features/users/no-user.ts'

/** The demo's users, in the order in which a visitor wants them. */
const USERS = [
  ['amministratore', 'administrator of condominiums'],
  ['condomino', 'resident who pays bills'],
  ['negozio', 'point of sale'],
  ['nuovo', 'administrator waiting for activation'],
  ['backoffice', 'back office of Saldo'],
  ['backoffice2', 'a second one, who approves what the first asks for'],
] as const
const PASSWORD = 'saldo-demo'

export type Welcome = {
  address: string
  demo: boolean
  /** The database has no user, so nobody can sign in. */
  no_user: boolean
  /** An unpaid bill of the demo that anyone with the link can pay. */
  bill_url: string | null
  /** The address of the pages that reload by themselves, under `npm run dev`. */
  pages_url: string | null
  seconds: string
}

/** The lines printed when everything is ready: where to go, how to sign in, how to stop. */
export function welcome({ address, demo, no_user, bill_url, pages_url, seconds }: Welcome): string[] {
  return [
    '',
    `Saldo is ready after ${seconds}: ${address}`,
    ...(pages_url ? [`Pages that reload by themselves: ${pages_url}`] : []),
    ...(demo
      ? ['', `Sign in as (password ${PASSWORD} for all):`, ...USERS.map(lineOf), ...codeLines(address)]
      : []),
    ...(no_user ? ['', noUserSentence] : []),
    ...(bill_url ? ['', 'A bill to pay without signing in:', `  ${bill_url}`] : []),
    '',
    'Stop with Ctrl-C',
  ]
}

/** How to get past the second step of super users. */
const codeLines = (address: string) => [
  '  backoffice and backoffice2 also need the code of an app: their sign-in page shows the one of the moment. Elsewhere:',
  `  curl ${address}/v1/demo/code, or an authenticator app with the key ${publicSecret.base32}`,
]

function lineOf([name, who]: readonly [string, string]): string {
  return `  ${name.padEnd(15)} ${who}`
}
