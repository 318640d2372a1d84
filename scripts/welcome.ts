/** The demo's users, in the order in which a visitor wants them. */
const USERS = [
  ['amministratore', 'amministratore di condominio'],
  ['condomino', 'chi paga le bollette'],
  ['negozio', 'punto vendita'],
  ['nuovo', 'amministratore in attesa di attivazione'],
  ['backoffice', 'chi gestisce Saldo'],
] as const
const PASSWORD = 'saldo-demo'

export type Welcome = {
  address: string
  demo: boolean
  /** An unpaid bill of the demo that anyone with the link can pay. */
  bill_url: string | null
  /** Under `npm run dev`: where the pages reload by themselves. */
  pages_url: string | null
  seconds: string
}

/** What to say when everything is ready: where to go, how to sign in, how to stop. */
export function welcome({ address, demo, bill_url, pages_url, seconds }: Welcome): string[] {
  return [
    '',
    `Saldo è pronto in ${seconds}: ${address}`,
    ...(pages_url ? [`Le pagine che si ricaricano da sole: ${pages_url}`] : []),
    ...(demo ? ['', `Per entrare (password ${PASSWORD} per tutti):`, ...USERS.map(lineOf)] : []),
    ...(bill_url ? ['', 'Una bolletta da pagare, senza entrare:', `  ${bill_url}`] : []),
    '',
    'Per fermare: Ctrl-C',
  ]
}

function lineOf([name, who]: readonly [string, string]): string {
  return `  ${name.padEnd(15)} ${who}`
}
