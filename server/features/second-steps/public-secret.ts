import { Secret } from 'otpauth'

/** The secret of the demo's authenticator app. README and the start print it: it proves nothing, and counts in the demo only. */
export const publicSecret = Secret.fromBase32('SALDODEMOSALDODEMOSALDODEMOSALDO')
