import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { MailLink, PhoneLink } from '../../ui/data/ContactLinks.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { percentOfBps } from '../../ui/format/percent.ts'
import { formatCount } from '../../ui/grid/list.ts'
import type { Agent } from './agent-query.ts'

/** Data of an agent. */
export function AgentFacts({ agent }: { agent: Agent }) {
  const { business_name, firstname, lastname, fiscal_code, vat_number, email, phone } = agent
  return (
    <Facts
      rows={[
        ['Referente', business_name && [firstname, lastname].filter(Boolean).join(' ')],
        [
          'Partita IVA',
          vat_number && (
            <>
              {vat_number} <CopyButton text={vat_number} what="la partita IVA" />
            </>
          ),
        ],
        [
          'Codice fiscale',
          fiscal_code && (
            <>
              {fiscal_code} <CopyButton text={fiscal_code} what="il codice fiscale" />
            </>
          ),
        ],
        ['E-mail', <MailLink key="email" email={email} />],
        ['Telefono', phone && <PhoneLink key="phone" phone={phone} />],
        ['Provvigione', `${percentOfBps(agent.commission_bps)} delle commissioni trattenute`],
        ['Clienti oggi', formatCount(agent.customers_count)],
        ['Da pagare', formatEuro(agent.to_pay_cents)],
        ['Agente dal', formatDateTime(agent.created_at).slice(0, 10)],
        ['Ultimo giorno', agent.ended_on && formatDate(agent.ended_on)],
      ]}
    />
  )
}
