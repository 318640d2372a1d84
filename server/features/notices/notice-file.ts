import { randomBytes } from 'node:crypto'
import { today } from '@saldo/domain/dates'
import type { NoticeKind } from '@saldo/domain/payments/notice'
import type { NoticeOrder } from '../../bank-files/cbi/notice-order.ts'
import { type NoticeFile, type Shortened, writeMav, writeRiba } from '../../bank-files/cbi/write-notices.ts'
import type { Candidate } from './candidates.ts'

/** The order of one condominium's notices, as its bank reads it. All of them have an IBAN, a SIA code and a due date. */
export function orderOf(candidates: readonly Candidate[], name: string): NoticeOrder {
  const [first] = candidates
  if (!first?.iban || !first.sia) throw new Error('a condominium without IBAN or SIA code has no notices')
  const { iban, sia, creditor } = first
  return {
    ...{ sia, name, created_on: today(), creditor: { ...creditor, iban } },
    bank: { abi: iban.slice(5, 10), cab: iban.slice(10, 15), account: iban.slice(15) },
    notices: candidates.map(({ amount, due_on, creditor_number, subject_id, debtor, description }) => ({
      ...{ due_on: due_on as string, amount, creditor_number, customer_code: String(subject_id) },
      ...{ debtor, description },
    })),
  }
}

/** The bank's file of one condominium's notices. Of RiBa, each debtor's bank is known. */
export function writeNotices(kind: NoticeKind, candidates: readonly Candidate[], name: string): NoticeFile {
  const order = orderOf(candidates, name)
  if (kind === 'mav') return writeMav(order)
  const notices = candidates.map(({ debtor_bank }, at) => {
    const notice = order.notices[at]
    if (!notice || !debtor_bank) throw new Error('a RiBa is drawn on a bank')
    return { ...notice, debtor_abi: debtor_bank.abi, debtor_cab: debtor_bank.cab }
  })
  return writeRiba({ ...order, notices })
}

/** `MAV-20261125-3F09A1`: unique for the sender, in the twenty characters of the head record. */
export const newFlowName = (kind: NoticeKind = 'mav'): string =>
  `${kind === 'mav' ? 'MAV' : 'RB'}-${today().replaceAll('-', '')}-${randomBytes(3).toString('hex').toUpperCase()}`

export const shortenedWords: Record<Shortened['field'], string> = {
  name: 'Nel file il nome è abbreviato.',
  address: 'Nel file l’indirizzo è abbreviato.',
  town: 'Nel file il comune è abbreviato.',
  description: 'Nel file la descrizione è abbreviata.',
}

/** Those of each condominium, whose bank gets a file of its own. */
export function byAccount<C extends { account_id: number }>(candidates: readonly C[]): [C, ...C[]][] {
  const groups = new Map<number, [C, ...C[]]>()
  for (const each of candidates) {
    const group = groups.get(each.account_id)
    if (group) group.push(each)
    else groups.set(each.account_id, [each])
  }
  return [...groups.values()]
}

/** Only banks in Italy know MAV and RiBa. */
export const hasItalianIban = (iban: string | null): boolean => /^IT/.test(iban ?? '')
