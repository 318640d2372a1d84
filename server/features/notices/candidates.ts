import type * as contract from '@saldo/contract/payments/notices'
import { today } from '@saldo/domain/dates'
import { type NoticeKind, noticeNumberOf } from '@saldo/domain/payments/notice'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { hasItalianIban } from './notice-file.ts'

export type Choice = {
  /** Left out: mav. */
  kind?: NoticeKind | undefined
  bill_ids?: readonly number[] | undefined
  account_id?: number | undefined
  /** Of a condominium, only bills whose next instalment is due until this day. */
  due_to?: string | undefined
  due_on?: string | undefined
}

/** A bill that may get a notice, with all that the bank's file says of it. */
export type Candidate = contract.NoticeCandidate & {
  customer_id: number
  iban: string | null
  sia: string | null
  creditor: { name: string; address: string; town: string; fiscal_code: string | null }
  debtor: { name: string; fiscal_code: string | null; address: string; zip_code: string; town: string }
  description: string
  creditor_number: string
}

type Row = Omit<
  Candidate,
  'why_not' | 'warnings' | 'creditor_number' | 'creditor' | 'debtor' | 'debtor_bank' | 'lacks_debtor_bank'
> & {
  status: string
  phase: string
  pending: number
  instalments: number
  /** Letters and digits of its number; whether another bill or notice of the condominium has them. */
  number_taken: boolean
  notices: number
  has_open_notice: boolean
  creditor_name: string
  creditor_address: string
  creditor_town: string
  creditor_code: string | null
  debtor_code: string | null
  debtor_address: string
  zip_code: string
  debtor_town: string
  debtor_abi: string | null
  debtor_cab: string | null
}

/**
 * The chosen bills, each with why it gets no notice. 404 if one is not visible. `locked`: nobody changes them until the
 * transaction ends.
 */
export async function candidatesOf(tx: Tx, choice: Choice, locked = false): Promise<Candidate[]> {
  const { account_id, kind = 'mav' } = choice
  if (account_id && (await tx`select from accounts where account_id = ${account_id}`).length === 0)
    throw notFound('Il condominio')
  const ids = choice.bill_ids ? [...new Set(choice.bill_ids)] : await openBillsOf(tx, choice)
  if (locked) await tx`select from bills where bill_id = any(${ids}::bigint[]) order by bill_id for update`
  const rows = await tx<Row[]>`
    select b.customer_id, b.bill_id, b.number as bill_number, b.account_id, a.name as account_name, b.subject_id,
      s.nominative as who, b.residue as amount, b.status, b.phase, b.pending, b.description, a.iban, c.sia,
      coalesce(${choice.due_on ?? null}::date, i.last_due) as due_on, coalesce(i.instalments, 0)::int as instalments,
      coalesce(n.notices, 0)::int as notices, coalesce(n.has_open_notice, false) as has_open_notice,
      exists (select from notices o where o.customer_id = b.customer_id and o.account_id = b.account_id and o.kind = ${kind}
          and o.creditor_number = upper(regexp_replace(b.number, '[^0-9A-Za-z]', '', 'g')))
        or exists (select from bills o where o.customer_id = b.customer_id and o.account_id = b.account_id
          and o.bill_id <> b.bill_id and upper(regexp_replace(o.number, '[^0-9A-Za-z]', '', 'g'))
            = upper(regexp_replace(b.number, '[^0-9A-Za-z]', '', 'g'))) as number_taken,
      a.name as creditor_name, concat_ws(' ', a.address, a.house_number) as creditor_address,
      concat_ws(' ', a.zip_code, a.city, a.prov) as creditor_town, a.fiscal_code as creditor_code,
      s.fiscal_code as debtor_code, concat_ws(' ', s.address, s.house_number) as debtor_address,
      coalesce(s.zip_code, '') as zip_code, concat_ws(' ', s.city, s.prov) as debtor_town,
      d.abi as debtor_abi, d.cab as debtor_cab
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    left join collection_settings c on c.customer_id = b.customer_id and c.account_id = b.account_id
    left join debtor_banks d on d.customer_id = b.customer_id and d.subject_id = b.subject_id
    left join lateral (
      select max(i.due_date) as last_due, count(*) as instalments from bill_instalments i
      where i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.settled < i.amount) i on true
    left join lateral (
      select count(*) as notices, bool_or(n.state in ('presented', 'to_recall', 'recalling')) as has_open_notice
      from notices n where n.customer_id = b.customer_id and n.bill_id = b.bill_id) n on true
    where b.bill_id = any(${ids}::bigint[])
    order by a.name, b.account_id, b.number, b.bill_id`
  if (rows.length < ids.length) throw notFound('Una bolletta')
  return rows.map((row) => candidateOf(row, kind))
}

/** So many notices one file may have. */
const most = 2000

/** The open bills of a condominium, those due first at the head, at most as many as one file may have. */
async function openBillsOf(tx: Tx, choice: Choice): Promise<number[]> {
  const rows = await tx<{ bill_id: number }[]>`
    select bill_id ${openBills(tx, choice)} order by next_due_date, bill_id limit ${most}`
  return rows.map(({ bill_id }) => bill_id)
}

/** How many open bills of a condominium a file cannot take any more. */
export async function countBeyond(tx: Tx, choice: Choice): Promise<number> {
  if (choice.bill_ids) return 0
  const [row] = await tx<{ count: number }[]>`select count(*)::int as count ${openBills(tx, choice)}`
  return Math.max(0, (row?.count ?? 0) - most)
}

const openBills = (tx: Tx, { account_id, due_to }: Choice) => tx`
  from bills where account_id = ${account_id as number} and residue > 0
    and ${due_to ? tx`next_due_date <= ${due_to}` : tx`true`}`

function candidateOf(row: Row, kind: NoticeKind): Candidate {
  const { customer_id, bill_id, bill_number, account_id, account_name, subject_id, who, amount, due_on } = row
  const debtor_bank = kind === 'riba' ? debtorBankOf(row) : null
  const why_not = whyNot(row)
  const lacks_debtor_bank = kind === 'riba' && debtor_bank === null && why_not === null
  return {
    ...{ customer_id, bill_id, bill_number, account_id, account_name, subject_id, who, amount, due_on },
    ...{ iban: row.iban, sia: row.sia, description: `Bolletta ${bill_number} ${row.description}` },
    creditor: {
      ...{ name: row.creditor_name, address: row.creditor_address, town: row.creditor_town },
      fiscal_code: row.creditor_code,
    },
    debtor: {
      ...{ name: who, fiscal_code: row.debtor_code, address: row.debtor_address },
      ...{ zip_code: /^\d{5}$/.test(row.zip_code) ? row.zip_code : '', town: row.debtor_town },
    },
    creditor_number: numberOf(row),
    ...{ debtor_bank, lacks_debtor_bank },
    why_not: lacks_debtor_bank ? 'Manca la banca di chi paga: servono ABI e CAB.' : why_not,
    warnings: warningsOf(row, kind),
  }
}

const debtorBankOf = ({ debtor_abi: abi, debtor_cab: cab }: Row) => (abi && cab ? { abi, cab } : null)

/**
 * The bill's own number without punctuation, by which people and other programs find it too. If it is too long, or another
 * bill or notice of the condominium has it: `B`, the key of the bill and a letter that counts its notices.
 */
function numberOf({ bill_number, number_taken, bill_id, notices }: Row): string {
  const own = noticeNumberOf(bill_number)
  if (own.length > 0 && own.length <= 10 && !number_taken) return own
  return `B${bill_id}${String.fromCharCode(65 + notices)}`
}

function whyNot(row: Row): string | null {
  if (row.status === 'draft') return 'È ancora una bozza: prima va emessa.'
  if (row.status === 'cancelled') return 'È annullata.'
  if (row.amount === 0) return 'È già pagata.'
  if (row.phase === 'disputed') return 'Il pagamento è contestato: aspetta la decisione della banca.'
  if (row.pending > 0) return 'Un pagamento è in corso: aspetta che la banca risponda.'
  if (row.has_open_notice) return 'Ha già un avviso in banca.'
  if (!hasItalianIban(row.iban)) return 'Il condominio non ha un IBAN italiano.'
  if (row.sia === null) return 'Del condominio manca il codice SIA, che dà la banca.'
  if (row.due_on === null || row.due_on < today())
    return 'La scadenza è passata: scegline una per gli avvisi.'
  if (!/^[A-Z0-9]{1,10}$/.test(numberOf(row))) return 'Ha già avuto troppi avvisi.'
  return null
}

function warningsOf(
  { debtor_code, debtor_address, debtor_town, instalments }: Row,
  kind: NoticeKind,
): string[] {
  return [
    ...(debtor_code === null ? ['Manca il codice fiscale di chi paga.'] : []),
    ...(kind === 'mav' && (debtor_address === '' || debtor_town === '')
      ? ['Manca l’indirizzo di chi paga: la banca non può spedire l’avviso.']
      : []),
    ...(instalments > 1
      ? [
          `Ha ${instalments} rate da pagare: ${kind === 'riba' ? 'la RiBa' : 'l’avviso'} chiede tutto il residuo.`,
        ]
      : []),
  ]
}
