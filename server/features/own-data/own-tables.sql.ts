import { mailKindNames } from '@saldo/domain/mail/mail-kinds'
import { mailStateLabels } from '@saldo/domain/mail/mail-state'
import { cardBrandLabels, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import { rightNames } from '@saldo/domain/right-holder'
import { mandateStateLabels } from '@saldo/domain/sepa/mandate'
import { billStateLabels, debitStateLabels, paymentStateLabels } from '@saldo/domain/state-labels'
import type { Tx } from '../../db/connection.ts'
import type { OwnTable, Whose } from './own-table.ts'

/**
 * A condominium that the resident no longer sees, as when it has no bill of theirs and they live there no more: what is theirs stays,
 * without its name.
 */
const accountName = (tx: Tx) => tx`coalesce(a.name, 'Un condominio di cui non vedi più il nome')`

/** As the resident: the people who they are, and the addresses by which they are known. */
export async function whoseOf(tx: Tx, user_id: number): Promise<Whose> {
  const [user] = await tx<{ nominative: string; email: string | null }[]>`
    select nominative, email from users where user_id = ${user_id}`
  if (!user) throw new Error(`no user ${user_id}`)
  const people = await tx<{ customer_id: number; subject_id: number; email: string | null }[]>`
    select customer_id, subject_id, email from subjects order by subject_id`
  const addresses = [user, ...people].flatMap(({ email }) => (email ? [email.toLowerCase()] : []))
  return {
    ...{ user_id, nominative: user.nominative, addresses: [...new Set(addresses)] },
    customer_ids: people.map(({ customer_id }) => customer_id),
    subject_ids: people.map(({ subject_id }) => subject_id),
  }
}

const sourceStates = {
  draft: 'Non finito',
  pending: 'Da confermare',
  active: 'Attivo',
  removing: 'Tolto',
  removed: 'Tolto',
  failed: 'Non riuscito',
}
const delegationStates = { asked: 'Chiesta', invited: 'Da accettare', active: 'Attiva', ended: 'Chiusa' }
const autopayStates = { active: 'Attivo', paused: 'In pausa', revoked: 'Revocato' }
const consents = {
  email_notices: 'Avvisi per e-mail',
  pec: 'PEC',
  paper: 'Carta',
  marketing: 'Proposte commerciali',
}
const sourceTypes = { card: 'Carta', sepa_debit: 'Conto corrente' }

/**
 * What Saldo holds about a resident, in the order of the page. Row-level security shows the resident only what is theirs.
 * Never in it: what opens something (passwords, keys, links, objects at the provider), and whole numbers of cards and IBANs.
 */
export const ownTables: readonly OwnTable[] = [
  {
    ...{ name: 'utente', title: 'Il tuo accesso' },
    columns: [
      ['user_name', 'Nome utente'],
      ['nominative', 'Nome'],
      ['email', 'E-mail'],
      ['created_at', 'Creato il', 'instant'],
    ],
    rows: (tx) => tx`
      select user_name, nominative, email, created_at, activated_at from users where user_id = actor_user_id()`,
  },
  {
    ...{ name: 'preferenze', title: 'Come vuoi vedere Saldo' },
    columns: [
      ['theme', 'Tema'],
      ['density', 'Righe'],
      ['updated_at', 'Dal', 'instant'],
    ],
    rows: (tx) => tx`
      select theme, density, menu, single_keys, columns, updated_at from user_preferences where user_id = actor_user_id()`,
  },
  {
    ...{ name: 'secondi-passi', title: 'App e chiavi con cui confermi che sei tu', as_system: true },
    columns: [
      ['kind', 'Che cosa', { totp: 'App con codici', passkey: 'Chiave' }],
      ['name', 'Nome'],
      ['created_at', 'Dal', 'instant'],
    ],
    rows: (tx, { user_id }) => tx`
      select 'totp' as kind, null as name, confirmed_at as created_at from totp_secrets
      where user_id = ${user_id} and confirmed_at is not null
      union all
      select 'passkey', name, created_at from passkeys where user_id = ${user_id} order by created_at`,
  },
  {
    ...{ name: 'sessioni', title: 'Da dove sei entrato', as_system: true },
    says: 'Le ultime mille volte.',
    columns: [
      ['created_at', 'Entrato il', 'instant'],
      ['used_at', 'Usata l’ultima volta', 'instant'],
      ['address', 'Indirizzo di rete'],
      ['agent', 'Programma'],
    ],
    rows: (tx, { user_id }) => tx`
      select created_at, used_at, revoked_at, address, agent from sessions
      where user_id = ${user_id} order by session_id desc limit 1000`,
  },
  {
    ...{ name: 'anagrafica', title: 'I tuoi dati presso gli amministratori' },
    columns: [
      ['business_name', 'Amministratore'],
      ['nominative', 'Nominativo'],
      ['fiscal_code', 'Codice fiscale'],
      ['email', 'E-mail'],
      ['pec', 'PEC'],
      ['phone', 'Telefono'],
      ['address', 'Via'],
      ['house_number', 'Numero'],
      ['zip_code', 'CAP'],
      ['city', 'Comune'],
    ],
    rows: (tx) => tx`
      select s.subject_id, c.business_name, s.nominative, s.fiscal_code, s.email, s.pec, s.phone, s.address, s.house_number,
        s.zip_code, s.city, s.prov, s.created_at, s.updated_at
      from subjects s left join customers c on c.customer_id = s.customer_id order by s.subject_id`,
  },
  {
    ...{ name: 'consensi', title: 'Come hai detto che ti si può scrivere', as_system: true },
    columns: [
      ['kind', 'Modo', consents],
      ['given', 'Consenso', 'yes_no'],
      ['at', 'Dal', 'instant'],
    ],
    rows: (tx, { customer_ids, subject_ids }) => tx`
      select subject_id, kind, given, at from subject_consents
      where customer_id = any(${customer_ids}::bigint[]) and subject_id = any(${subject_ids}::bigint[])
      order by subject_id, kind`,
  },
  {
    ...{ name: 'unita', title: 'Le tue unità' },
    columns: [
      ['account_name', 'Condominio'],
      ['unit', 'Unità'],
      ['right_kind', 'Diritto', rightNames],
      ['share', 'Quota'],
      ['since', 'Dal', 'day'],
      ['until', 'Al', 'day'],
    ],
    rows: (tx) => tx`
      select r.subject_id, ${accountName(tx)} as account_name, u.name as unit, u.floor, u.use, r.right_kind, r.share, r.since, r.until, r.pays
      from right_holders r
      left join units u on u.customer_id = r.customer_id and u.unit_id = r.unit_id
      left join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
      order by r.right_holder_id`,
  },
  {
    ...{ name: 'bollette', title: 'Le tue bollette' },
    says: 'Non ci sono le bozze, che il tuo amministratore non ha ancora emesso.',
    columns: [
      ['number', 'Bolletta'],
      ['account_name', 'Condominio'],
      ['description', 'Descrizione'],
      ['issue_date', 'Emessa il', 'day'],
      ['amount', 'Importo', 'amount'],
      ['settled', 'Pagato', 'amount'],
      ['residue', 'Residuo', 'amount'],
      ['state', 'Stato', billStateLabels],
    ],
    rows: (tx) => tx`
      select b.bill_id, b.subject_id, b.number, ${accountName(tx)} as account_name, b.description, b.unit, b.issue_date, b.amount, b.settled,
        b.refunded, b.residue, bill_state(b.phase, b.next_due_date, today()) as state
      from bills b left join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
      where b.phase <> 'draft' order by b.issue_date, b.bill_id`,
  },
  {
    ...{ name: 'rate', title: 'Le rate delle bollette' },
    columns: [
      ['number', 'Bolletta'],
      ['due_date', 'Scadenza', 'day'],
      ['amount', 'Importo', 'amount'],
      ['settled', 'Pagato', 'amount'],
    ],
    rows: (tx) => tx`
      select i.bill_id, b.number, i.position, i.due_date, i.amount, i.settled, i.pending
      from bill_instalments i join bills b on b.customer_id = i.customer_id and b.bill_id = i.bill_id
      where b.phase <> 'draft' order by i.bill_id, i.position`,
  },
  {
    ...{ name: 'voci', title: 'Le voci delle bollette' },
    columns: [
      ['number', 'Bolletta'],
      ['description', 'Voce'],
      ['amount', 'Importo', 'amount'],
    ],
    rows: (tx) => tx`
      select l.bill_id, b.number, l.position, l.description, l.amount
      from bill_lines l join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
      where b.phase <> 'draft' order by l.bill_id, l.position`,
  },
  {
    ...{ name: 'pagamenti', title: 'I pagamenti delle tue bollette' },
    says: 'Di quello che ha pagato per te un’altra persona non ci sono la ricevuta e le cifre della sua carta: sono sue.',
    columns: [
      ['created_at', 'Registrato il', 'instant'],
      ['number', 'Bolletta'],
      ['method', 'Metodo', paymentMethodLabels],
      ['last4', 'Ultime cifre'],
      ['amount', 'Importo', 'amount'],
      ['refunded', 'Rimborsato', 'amount'],
      ['state', 'Stato', paymentStateLabels],
      ['receipt_number', 'Ricevuta'],
    ],
    rows: (tx) => tx`
      select p.payment_id, p.bill_id, b.number, p.method, d.own_brand as brand, d.own_last4 as last4,
        p.amount, p.refunded, p.state, p.created_at, p.settled_at, r.number as receipt_number
      from payments p
      cross join lateral (
        select case when not paid.by_delegate then p.brand end as own_brand, case when not paid.by_delegate then p.last4 end as own_last4
        from (select is_paid_by_delegate(p.payment_id) as by_delegate) paid) d
      join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
      left join receipts r on r.customer_id = p.customer_id and r.payment_id = p.payment_id
      order by p.payment_id`,
  },
  {
    ...{ name: 'pagati-per-altri', title: 'Quello che hai pagato per altri', says: 'Gli ultimi cinquanta.' },
    columns: [
      ['created_at', 'Registrato il', 'instant'],
      ['owner_name', 'Per'],
      ['account_name', 'Condominio'],
      ['amount', 'Importo', 'amount'],
      ['state', 'Stato', paymentStateLabels],
    ],
    rows: (tx) => tx`
      select owner_name, account_name, description, amount, state, method, created_at from delegated_payments(50)`,
  },
  {
    ...{ name: 'crediti', title: 'I tuoi crediti' },
    columns: [
      ['account_name', 'Condominio'],
      ['balance', 'Credito', 'amount'],
    ],
    rows: (tx) => tx`
      select c.subject_id, ${accountName(tx)} as account_name, c.balance, c.held
      from subject_credits c left join accounts a on a.customer_id = c.customer_id and a.account_id = c.account_id
      order by c.credit_id`,
  },
  {
    ...{ name: 'metodi', title: 'I metodi di pagamento salvati' },
    columns: [
      ['type', 'Che cosa', sourceTypes],
      ['brand', 'Circuito', cardBrandLabels],
      ['last4', 'Ultime cifre'],
      ['holder', 'Intestatario'],
      ['state', 'Stato', sourceStates],
      ['created_at', 'Salvato il', 'instant'],
    ],
    rows: (tx) => tx`
      select source_id, subject_id, type, brand, last4, exp_month, exp_year, holder, email, is_default, state, created_at
      from payment_sources where subject_id is not null order by source_id`,
  },
  {
    ...{ name: 'mandati', title: 'I mandati che hai firmato' },
    columns: [
      ['umr', 'Riferimento'],
      ['last4', 'Ultime cifre del conto'],
      ['state', 'Stato', mandateStateLabels],
      ['accepted_at', 'Accettato il', 'instant'],
      ['accepted_from', 'Da'],
      ['text', 'Testo'],
    ],
    rows: (tx) => tx`
      select m.mandate_id, m.subject_id, m.source_id, m.umr, m.creditor_id, m.last4, m.state, m.signing, m.signed_on,
        m.accepted_at, m.accepted_from, m.accepted_with, m.last_used_at, m.one_off, m.text
      from mandates m
      where not exists (
        select from payment_attempts t where t.attempt_id = m.attempt_id and is_paid_by_delegate(t.payment_id))
      order by m.mandate_id`,
  },
  {
    ...{ name: 'addebiti-automatici', title: 'Gli addebiti automatici' },
    columns: [
      ['account_name', 'Condominio'],
      ['cap', 'Limite', 'amount'],
      ['starts_on', 'Dal', 'day'],
      ['state', 'Stato', autopayStates],
    ],
    rows: (tx) => tx`
      select p.autopay_id, p.subject_id, p.source_id, ${accountName(tx)} as account_name, p.cap, p.starts_on, p.state, p.pause_reason,
        p.paused_until, p.created_at
      from autopays p left join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id
      order by p.autopay_id`,
  },
  {
    ...{ name: 'addebiti', title: 'Gli addebiti previsti e fatti' },
    columns: [
      ['number', 'Bolletta'],
      ['collect_on', 'Giorno', 'day'],
      ['amount', 'Importo', 'amount'],
      ['state', 'Stato', debitStateLabels],
      ['cancel_reason', 'Perché annullato'],
    ],
    rows: (tx) => tx`
      select d.debit_id, d.bill_id, b.number, d.source_id, d.amount, d.collect_on, d.state, d.cancel_reason, d.notified_at,
        d.created_at
      from debits d join bills b on b.customer_id = d.customer_id and b.bill_id = d.bill_id order by d.debit_id`,
  },
  {
    ...{ name: 'deleghe', title: 'Chi paga per te' },
    columns: [
      ['delegate_name', 'Nome'],
      ['delegate_email', 'E-mail'],
      ['state', 'Stato', delegationStates],
      ['consent_on', 'Consenso del', 'day'],
      ['expires_on', 'Vale fino al', 'day'],
      ['ended_at', 'Chiusa il', 'instant'],
    ],
    rows: (tx) => tx`
      select d.delegation_id, d.subject_id, d.delegate_name, d.delegate_email, d.state, d.consent_by, d.consent_on,
        d.consent_note, d.expires_on, d.created_at, d.accepted_at, d.ended_at
      from delegations d where d.subject_id in (select s.subject_id from subjects s) order by d.delegation_id`,
  },
  {
    ...{ name: 'paghi-per', title: 'Per chi paghi' },
    columns: [
      ['owner_name', 'Nome'],
      ['business_name', 'Amministratore'],
    ],
    rows: (tx) => tx`select owner_name, business_name from delegators()`,
  },
  {
    ...{ name: 'messaggi', title: 'I messaggi che hai ricevuto in Saldo' },
    columns: [
      ['date_create', 'Data', 'instant'],
      ['title', 'Titolo'],
      ['body', 'Testo'],
    ],
    rows: (tx) => tx`
      select title, body, date_create, date_read from push_messages
      where user_id = actor_user_id() order by push_message_id`,
  },
  {
    ...{ name: 'email', title: 'Le e-mail che ti abbiamo mandato', as_system: true },
    says: 'Le ultime duemila. Il testo è nella tua posta: contiene link che aprono le tue bollette.',
    columns: [
      ['created_at', 'Data', 'instant'],
      ['to_address', 'A'],
      ['template', 'Che cosa', mailKindNames],
      ['subject', 'Oggetto'],
      ['state', 'Esito', mailStateLabels],
    ],
    // An address may be a family's: what is about another person's bill is theirs, and an office's mail without a bill only if
    // nobody else in its registry has the address.
    rows: (tx, { addresses, customer_ids, subject_ids, user_id }) => tx`
      select e.created_at, e.to_address, e.template, e.subject, e.state, e.sent_at from emails e
      where e.address = any(${addresses}::text[]) and case
        when e.bill_id is not null then exists (
          select from bills b where b.bill_id = e.bill_id and b.subject_id = any(${subject_ids}::bigint[]))
        when e.customer_id is not null then e.customer_id = any(${customer_ids}::bigint[]) and not exists (
          select from subjects s where s.customer_id = e.customer_id and lower(s.email) = e.address
            and s.subject_id <> all(${subject_ids}::bigint[]))
        else e.address = (select lower(u.email) from users u where u.user_id = ${user_id})
          and not exists (select from users o where lower(o.email) = e.address and o.user_id <> ${user_id}) end
      order by e.email_id desc limit 2000`,
  },
]
