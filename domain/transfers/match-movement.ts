import { formatEuro } from '../money.ts'
import {
  agreement,
  type CertainPart,
  type Credit,
  type FoundProposal,
  isOpen,
  isSameMoney,
  type KnownBill,
  type KnownFacts,
  linked,
  whenRegistered,
} from './known-facts.ts'
import { type NamedBills, namedBills } from './named-bills.ts'
import { nearlyTheAmount, orderProposals, proposalsOfPayer } from './propose.ts'
import { namedInstalments, writtenReferences } from './written-references.ts'

export type Decision =
  | { kind: 'certain'; parts: CertainPart[]; reason: string }
  | { kind: 'proposals'; proposals: FoundProposal[]; reason: string }
  | { kind: 'to_explain'; reason: string }

/**
 * Decides which bills a credit settles. It decides alone only if the payer wrote a reference (RF, the code of a postal slip,
 * or a bill's number) of a bill of this condominium, and nothing contradicts it: a wrong match is worse than none. An amount
 * below what is due is a partial payment; what is above it becomes credit, as does all of it if the bill is settled, unless it
 * would pay another open bill of the same person. In every other case a person decides, among proposals if there are any.
 */
export function matchMovement(credit: Credit, facts: KnownFacts): Decision {
  const named = namedBills(credit, facts)
  const others = facts.bills.filter((bill) => !named.here.includes(bill))
  const payers = proposalsOfPayer(credit, { ...facts, bills: others })
  if (named.here.length > 0) return byReference(credit, facts, named, payers)
  const elsewhere = named.elsewhere[0]
  if (elsewhere) {
    const why = `Nomina la bolletta ${elsewhere.number} di ${elsewhere.account_name}, ma il denaro è arrivato sul conto di un altro condominio: non si abbina da solo.`
    const exact = payers.filter(isExact)
    return exact.length > 0 ? proposed(doubted(exact, why), why) : { kind: 'to_explain', reason: why }
  }
  const all = withHints(credit, facts, named, proposalsOfPayer(credit, facts))
  if (all.length > 0) return proposed(orderProposals(all), null)
  return { kind: 'to_explain', reason: whyUnknown(credit, facts, named) }
}

/** Payer and amount are exactly those of open bills. */
const isExact = ({ level, credit, bills }: FoundProposal) =>
  level === 'code' || level === 'name' || (level === 'rule' && credit === 0 && bills.length === 1)
const isNear = ({ level }: FoundProposal) => level === 'near_code' || level === 'near_name'

function byReference(
  credit: Credit,
  facts: KnownFacts,
  named: NamedBills,
  payers: FoundProposal[],
): Decision {
  const bills = named.here
  const due = bills.reduce((sum, { residue }) => sum + residue, 0)
  const numbers = bills.map(({ number }) => number)
  const subjects = [...new Set(bills.map(({ subject_id }) => subject_id))]
  const said = `${named.said}.`

  const hand = facts.registered.filter(
    (each) => subjects.includes(each.subject_id) && isSameMoney(each, credit),
  )
  if (hand.length > 0) {
    const why = `${said} Un bonifico uguale della stessa persona è già registrato a mano: collegalo, senza registrarlo di nuovo.`
    return proposed(orderProposals(hand.map((each) => linked(each, [said, whenRegistered(each)]))), why)
  }
  const agrees = bills.some((bill) => agreement(credit, bill) !== null)
  const asks = credit.amount === due || credit.amount === askedByInstalments(credit, bills)
  // A relative who pays for the holder pays exactly what is due. So if the amount is another one and fits a bill of the
  // payer, the payer probably wrote the wrong reference.
  const contradicting = payers.filter(
    (each) =>
      (isExact(each) && !(agrees && asks)) ||
      (isNear(each) && !agrees && !asks && !subjects.includes(each.subject_id)),
  )
  if (contradicting.length > 0) {
    const why = `Nomina ${billsInWords(numbers)}, ma pagatore e importo sono ${contradicting.some(isExact) ? 'quelli' : 'quasi quelli'} di un’altra bolletta aperta: decidi tu.`
    return proposed(doubted(contradicting, why), why)
  }
  const others = due > 0 ? alsoPayable(credit, facts, { bills, subjects, excess: credit.amount - due }) : []
  const doubt =
    whyElsewhere(credit, facts, named, due) ??
    whyDoubt(credit, named, { due, agrees, subjects }) ??
    whyAlsoPayable(others, credit.amount - due) ??
    whyHomonym(credit, facts, named)
  const parts = partsOf(credit.amount, bills)
  if (doubt === null)
    return { kind: 'certain', parts, reason: outcomeInWords(said, credit.amount, due, bills) }
  const proposals = parts.map(
    (part): FoundProposal => ({
      ...{ level: 'reference', subject_id: part.subject_id, bills: part.bills, credit: part.credit },
      ...{ payment_id: null, reasons: [said, doubt], first_choice: false },
    }),
  )
  const [only] = proposals
  // Several people share the money: no single proposal says it, so the person divides it in the workbench.
  if (!only || proposals.length > 1) return { kind: 'to_explain', reason: `${said} ${doubt}` }
  return proposed([...withAnother(only, others), only], `${said} ${doubt}`)
}

/** What remains of the instalments that the payer named by their references; null: none is, or one is not known. */
function askedByInstalments(credit: Credit, bills: readonly KnownBill[]): number | null {
  const references = writtenReferences(credit)
  const named = bills.map((bill) => ({ bill, positions: namedInstalments(references, bill.number) }))
  if (named.some(({ positions }) => positions.length === 0)) return null
  const left = named.flatMap(({ bill, positions }) =>
    positions.map((position) => bill.instalments.find((each) => each.position === position)?.left),
  )
  return left.every((each) => each !== undefined) ? left.reduce((sum, each) => sum + each, 0) : null
}

/** Whether the payer is the holder, as far as name, tax code and what was learned of the IBAN say. */
const isPayer = (credit: Credit, { rule_subject_ids }: KnownFacts, bill: KnownBill): boolean =>
  rule_subject_ids.includes(bill.subject_id) || agreement(credit, bill) !== null

/** Other open bills of the holders or of the payer that the excess would pay whole: perhaps the payer meant these as well. */
function alsoPayable(
  credit: Credit,
  facts: KnownFacts,
  named: { bills: readonly KnownBill[]; subjects: readonly number[]; excess: number },
): KnownBill[] {
  return facts.bills.filter(
    (bill) =>
      isOpen(bill) &&
      bill.residue <= named.excess &&
      !named.bills.includes(bill) &&
      (named.subjects.includes(bill.subject_id) || isPayer(credit, facts, bill)),
  )
}

function whyAlsoPayable(others: readonly KnownBill[], excess: number): string | null {
  const [one] = others
  if (!one) return null
  return `I ${formatEuro(excess)} in più bastano anche per ${others.length === 1 ? `la bolletta ${one.number}` : `altre ${others.length} bollette aperte`} di ${one.holder}: scegli che cosa ha pagato.`
}

/**
 * A number has no check digits: mistyped, it may name the bill of somebody of the same name. Of the same amount as well, nothing
 * tells the two apart.
 */
function whyHomonym(credit: Credit, facts: KnownFacts, named: NamedBills): string | null {
  const [bill, ...more] = named.here
  if (!bill || more.length > 0 || named.by !== 'number') return null
  if (!isPayer(credit, facts, bill)) return null
  const twin = facts.bills.find(
    (other) =>
      isOpen(other) &&
      Math.abs(other.residue - credit.amount) <= nearlyTheAmount &&
      other.subject_id !== bill.subject_id &&
      isPayer(credit, facts, other),
  )
  if (!twin) return null
  return `Anche la bolletta ${twin.number} di ${twin.holder} è di questo importo${twin.residue === credit.amount ? '' : ' o quasi'}, e il pagatore può essere l’intestatario di entrambe: controlla il numero.`
}

/**
 * Condominiums may all count their bills from 1, and the RF is made of the number. If another one has this number, too, the
 * money may be meant for it: not if the holder of this bill pays, and not if a stranger pays exactly what this bill asks and
 * the other does not.
 */
function whyElsewhere(credit: Credit, facts: KnownFacts, named: NamedBills, due: number): string | null {
  if (named.here.some((bill) => isPayer(credit, facts, bill))) return null
  const twin = named.twins.find(
    (each) => agreement(credit, each) !== null || credit.amount !== due || credit.amount === each.residue,
  )
  if (!twin) return null
  return `Anche ${twin.account_name} ha una bolletta ${twin.number}, di ${twin.holder}, e il pagatore non è l’intestatario di questa: controlla di quale condominio è il denaro.`
}

/** The same proposal with another bill of the same person, where the excess is exactly what that one asks. */
const withAnother = (only: FoundProposal, others: readonly KnownBill[]): FoundProposal[] =>
  others
    .filter(({ residue, subject_id }) => residue === only.credit && subject_id === only.subject_id)
    .map((bill) => ({
      ...only,
      bills: [...only.bills, { bill_id: bill.bill_id, amount: bill.residue }],
      credit: 0,
    }))

/** Why a reference is not enough by itself, as a sentence; null if it is. */
function whyDoubt(
  { amount, booked_on }: Credit,
  named: NamedBills,
  { due, agrees, subjects }: { due: number; agrees: boolean; subjects: number[] },
): string | null {
  const bills = named.here
  const held = bills.find(({ pending, phase }) => pending > 0 || phase === 'disputed')
  if (held)
    return held.phase === 'disputed'
      ? `La bolletta ${held.number} è contestata presso la banca: decidi tu.`
      : `Un pagamento della bolletta ${held.number} è in corso: se arrivano entrambi, è pagata due volte.`
  const early = bills.find(({ issue_date }) => booked_on < issue_date)
  if (early) return `Il denaro è arrivato prima dell’emissione della bolletta ${early.number}: controlla.`
  const other = named.by896.find(({ residue, slip_amounts }) => residue > 0 && !slip_amounts.includes(amount))
  if (other)
    return bills.length > 1
      ? 'Nomina un bollettino 896, che ha il suo importo, insieme ad altre bollette: scegli che cosa ha pagato.'
      : `Il bollettino 896 ha l’importo stampato, ma ${formatEuro(amount)} non è quanto chiede la bolletta ${other.number}: controlla.`
  if (named.weak) return `Il numero potrebbe anche essere una data o un altro codice: controlla.`
  if (named.mixed) return 'Nel testo ci sono anche altri riferimenti che qui non valgono: controlla.'
  if (amount > due && subjects.length > 1)
    return `L’importo supera di ${formatEuro(amount - due)} quanto resta da pagare, e le bollette sono di persone diverse.`
  // A number has no check digits, and suppliers number what they send in the same way.
  if (amount !== due && named.by === 'number' && !agrees)
    return amount > due
      ? `L’importo supera di ${formatEuro(amount - due)} quanto resta da pagare, e il pagatore non è l’intestatario.`
      : `L’importo è ${formatEuro(due - amount)} meno di quanto resta da pagare, e il pagatore non è l’intestatario.`
  if (amount < due && bills.length > 1)
    return `L’importo è ${formatEuro(due - amount)} meno di quanto resta da pagare: scegli che cosa ha pagato.`
  return null
}

/** The money on the bills in the order in which they were named; the rest is credit of the first one's holder. */
function partsOf(amount: number, bills: readonly KnownBill[]): CertainPart[] {
  let left = amount
  const parts = new Map<number, CertainPart>()
  for (const { bill_id, subject_id, residue } of bills) {
    const part = parts.get(subject_id) ?? { subject_id, bills: [], credit: 0, named: [] }
    parts.set(subject_id, part)
    part.named.push(bill_id)
    const settled = Math.min(left, residue)
    if (settled > 0) part.bills.push({ bill_id, amount: settled })
    left -= settled
  }
  const all = [...parts.values()]
  if (all[0]) all[0].credit = left
  return all.filter((part) => part.bills.length > 0 || part.credit > 0)
}

function outcomeInWords(said: string, amount: number, due: number, bills: readonly KnownBill[]): string {
  if (due === 0) return `${said} Era già saldata: tutto l’importo è diventato credito di ${bills[0]?.holder}.`
  if (amount > due)
    return `${said} I ${formatEuro(amount - due)} in più sono diventati credito di ${bills[0]?.holder}.`
  if (amount < due) return `${said} È un pagamento parziale: restano ${formatEuro(due - amount)}.`
  return bills.length > 1 ? `${said} L’importo è la loro somma.` : said
}

export const billsInWords = (numbers: readonly string[]): string =>
  numbers.length === 1 ? `la bolletta ${numbers[0]}` : `le bollette ${numbers.join(', ')}`

/** Proposals against which something speaks: none is a first choice. */
const doubted = (proposals: FoundProposal[], why: string): FoundProposal[] =>
  orderProposals(proposals).map((each) => ({
    ...each,
    first_choice: false,
    reasons: [...each.reasons, why],
  }))

function proposed(proposals: FoundProposal[], reason: string | null): Decision {
  const [first] = proposals
  return { kind: 'proposals', proposals, reason: reason ?? `${(first as FoundProposal).reasons.join('. ')}.` }
}

/** A reference that is not quite right supports a proposal of the bill that it seems to name. */
function withHints(
  credit: Credit,
  { bills }: KnownFacts,
  { almost }: NamedBills,
  proposals: FoundProposal[],
): FoundProposal[] {
  const hinted = proposals.map((each) => {
    const hint = almost.find(({ bill }) => each.bills.some(({ bill_id }) => bill_id === bill.bill_id))
    return hint ? { ...each, reasons: [...each.reasons, hint.said] } : each
  })
  const alone = almost.filter(
    ({ bill }) =>
      bills.includes(bill) &&
      bill.residue === credit.amount &&
      !hinted.some((each) => each.bills.some(({ bill_id }) => bill_id === bill.bill_id)),
  )
  return [
    ...hinted,
    ...alone.map(
      ({ bill, said }): FoundProposal => ({
        ...{
          level: 'reference',
          subject_id: bill.subject_id,
          credit: 0,
          payment_id: null,
          first_choice: false,
        },
        bills: [{ bill_id: bill.bill_id, amount: credit.amount }],
        reasons: ['Stesso importo', said],
      }),
    ),
  ]
}

function whyUnknown(
  credit: Credit,
  { bills }: KnownFacts,
  { almost, dead, strangeSlip }: NamedBills,
): string {
  if (dead[0])
    return `Nomina la bolletta ${dead[0].number}, che è ${dead[0].phase === 'draft' ? 'una bozza' : 'annullata'}.`
  const same = bills.filter(({ residue }) => residue === credit.amount)
  const [one] = same
  if (almost[0]) return `${almost[0].said}, ma importo e pagatore non tornano.`
  if (strangeSlip)
    return `Il codice bollettino ${strangeSlip} non è di nessuna bolletta di questo condominio.`
  if (same.length === 1 && one)
    return `L’importo è quello della bolletta ${one.number} di ${one.holder}, ma il pagatore è un altro.`
  if (same.length > 1)
    return `L’importo è quello di ${same.length} bollette aperte, ma il pagatore non è tra gli intestatari.`
  const debtor = bills.find((bill) => bill.residue > 0 && agreement(credit, bill) !== null)
  if (debtor)
    return `Il pagatore sembra ${debtor.holder}, ma nessuna sua bolletta aperta è di questo importo.`
  return 'Nessun riferimento, nessuna bolletta aperta con questo importo e pagatore sconosciuto.'
}
