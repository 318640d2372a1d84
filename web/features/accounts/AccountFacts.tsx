import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { api } from '../../api.ts'
import { MailLink, PhoneLink } from '../../ui/ContactLinks.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { MaskedIban } from '../../ui/MaskedIban.tsx'
import { alert } from '../../ui/snackbars.ts'
import type { Account } from './account-query.ts'

/** What is known of a condominium; the IBAN masked until someone asks for it. */
export function AccountFacts({ account }: { account: Account }) {
  const { account_id, fiscal_code, iban, city, prov, zip_code, email, phone, minimum_payment } = account
  return (
    <Facts
      rows={[
        [
          'Codice fiscale',
          fiscal_code && (
            <>
              {fiscal_code} <CopyButton text={fiscal_code} what="il codice fiscale" />
            </>
          ),
        ],
        [
          'IBAN',
          iban ? (
            <MaskedIban key={`${account_id}-${iban}`} iban={iban} onReveal={() => wholeIban(account)} />
          ) : (
            'manca: non può ricevere bonifici'
          ),
        ],
        ['Comune', [zip_code, city, prov && `(${prov})`].filter(Boolean).join(' ')],
        ['Acconto minimo', minimum_payment === null ? 'solo rate intere' : formatEuro(minimum_payment)],
        ['E-mail', email && <MailLink key="email" email={email} />],
        ['Telefono', phone && <PhoneLink key="phone" phone={phone} />],
        ['Ultima modifica', formatDateTime(account.updated_at)],
      ]}
    />
  )
}

/** Asked anew, so that the server knows who looked at it. */
async function wholeIban({ account_id }: Account): Promise<string> {
  try {
    const fresh = await api('GET /v1/accounts/{id}', { params: { id: account_id } })
    return fresh.iban ?? ''
  } catch {
    alert('Non riesco a mostrare l’IBAN. Riprova fra poco.', 'late')
    return ''
  }
}
