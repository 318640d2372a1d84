import { formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import type { Account } from '../../records/account-query.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { MailLink, PhoneLink } from '../../ui/data/ContactLinks.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { MaskedIban } from '../../ui/data/MaskedIban.tsx'
import { revealIban } from './iban/reveal-iban.ts'

/** Data of a condominium; the IBAN is masked until revealed. */
export function AccountFacts({ account }: { account: Account }) {
  const { account_id, fiscal_code, iban, city, prov, zip_code, email, phone, minimum_payment } = account
  const mayReveal = usePermission('accounts:write')
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
            <MaskedIban
              key={`${account_id}-${iban}`}
              iban={iban}
              {...(mayReveal ? { onReveal: () => revealIban(account_id) } : {})}
            />
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
