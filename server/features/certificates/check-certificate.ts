import * as contract from '@saldo/contract/reports/certificates'
import { ApiError } from '../../http/errors.ts'
import { serveAcross } from '../../http/serve.ts'
import { countAttempt, resetLoginThrottle, tooManyAttempts } from '../../identity/login-throttle.ts'
import { hashOfCode } from './certificate-code.ts'
import type { CertificateRow } from './certificate-view.ts'

type Found = Pick<CertificateRow, 'certified' | 'as_of' | 'issued_at' | 'revoked_at'>

/**
 * Throttled: counts a try before the code is checked, so that parallel guesses all count; a right code takes it back.
 */
export const checkCertificate = serveAcross(
  contract.checkCertificate,
  async ({ as, services, body, request }) => {
    const attempt = { user_name: 'a certificate’s code', address: request.ip, of: 'certificates' } as const
    const seconds = await services.asSystem((tx) => countAttempt(tx, attempt))
    if (seconds > 0) throw tooManyAttempts(seconds)
    const [found] = await as((tx) => tx<Found[]>`select * from find_certificate(${hashOfCode(body.code)})`)
    if (!found)
      throw new ApiError(422, 'unknown_code', 'Nessuna attestazione ha questo codice.', {
        fields: { code: 'Nessuna attestazione ha questo codice: ricontrollalo sul foglio.' },
      })
    await services.asSystem((tx) => resetLoginThrottle(tx, attempt))
    const { certified, ...balance } = found
    const { business_name, account_name, subject_nominative, overdue, residue, disputes } = certified
    return {
      ...balance,
      ...{ business_name, account_name, overdue, residue, name: shortened(subject_nominative) },
      ...{ regular: overdue === 0, disputes: disputes !== null },
    }
  },
)

/** `Rossi Lucia Maria` → `Rossi L. M.`: the holder of the paper recognises the name, nobody else learns it. */
export const shortened = (name: string): string =>
  name
    .split(/\s+/)
    .map((word, index) => (index === 0 ? word : `${[...word][0]}.`))
    .join(' ')
