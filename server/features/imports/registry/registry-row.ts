import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import type { RightKind } from '@saldo/domain/right-holder'
import { type Complaint, rowChecks } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { type Cell, cellText, type Epoch } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import { isEmail, isPec, isPhone, moreThanOneEmail, phoneIn } from './contact-cells.ts'
import type { CellOf } from './people-of-row.ts'
import type { RegistryField } from './registry-fields.ts'
import { capital, doubtfulRole, rightAndShare, rightOf, SKIP } from './role-words.ts'
import { staircaseName, unitOfCell } from './unit-cell.ts'
import { isMille, isNo, isYes, provinceOf, shareOf, useOf } from './unit-words.ts'

/** The data of unit, person and right in a row, without the weights. */
export type RightFacts = Partial<Omit<CandidateRight, 'sheet' | 'row' | 'weights'>> & {
  building?: string
  /** Values that Saldo has no place for: the kind, and the value. */
  not_kept?: [string, string][]
}

export type ReadRight = {
  facts: RightFacts
  complaints: Complaint<RegistryField>[]
  warnings: Complaint<RegistryField>[]
  /** The person has no right in the unit, as somebody answered: the row is left out. */
  skip: boolean
}

/** Makes a reader of a registry's rows. `at` returns the cell of a field, if it has a column. */
export function registryRowReader(
  epoch: Epoch,
  doubts: RowDoubts,
  sharesArePercent = false,
): (row: number, at: CellOf) => ReadRight {
  const checksOf = rowChecks<RegistryField>(epoch)

  return (row, written_at) => {
    const at = contactsInPlace(written_at)
    const facts: RightFacts = {}
    const checks = checksOf(at)
    const { complaints, warnings, complain } = checks
    const keep = <N extends keyof RightFacts>(name: N, value: RightFacts[N] | undefined) => {
      if (value !== undefined) facts[name] = value
    }
    const written = (field: RegistryField) => cellText(at(field))

    for (const field of TEXTS) keep(field, checks.text(field))
    const { complaint, skip, ...place } = unitOfCell(row, at('unit'), facts.staircase !== undefined, doubts)
    if (complaint) complaints.push(complaint)
    Object.assign(facts, place)
    if (facts.staircase) facts.staircase = staircaseName(facts.staircase)
    if (!facts.holder) keep('holder', `${written('surname')} ${written('given_name')}`.trim() || undefined)
    keepPhones()
    keep('use', written('use') === '' ? undefined : useOf(written('use')))

    if (at('floor')?.kind === 'date')
      complain(
        'floor',
        'date',
        'Il foglio ha cambiato questo piano in una data: scrivilo com’era, per esempio 1-2.',
      )
    const category = written('cadastral_category')
    if (!facts.use && /^[a-d] ?\/? ?\d{1,2}$/i.test(category)) facts.use = useOf(category)
    if (!facts.use && /^[a-z]{3}/i.test(facts.unit ?? '')) facts.use = useOf(facts.unit ?? '')
    const role = written('role')
    const said = rightAndShare(role)
    const right =
      role === '' ? null : (rightOf(said.right) ?? doubts.ask(row, role, doubtfulRole(said.right)) ?? 'owner')
    if (right && right !== SKIP) facts.right_kind = right as RightKind
    const share = written('share') || said.share
    if (at('share')?.kind === 'date')
      complain('share', 'share', 'Il foglio ha cambiato questa quota in una data: scrivila come 1/2 o 50%.')
    else if (share !== '') {
      const fraction = shareOf(share, () => !sharesArePercent && isMille(doubts, row, share))
      if (fraction)
        Object.assign(facts, { share_numerator: fraction.numerator, share_denominator: fraction.denominator })
      else
        complain('share', 'share', 'Questa quota non si legge: scrivila come 1/2 o 50%, mai più dell’intero.')
    }
    const pays = written('pays')
    if (pays !== '') {
      const who = rightOf(pays)
      if (isYes(pays) || isNo(pays)) facts.pays = isYes(pays)
      else if (who) facts.pays = who === (facts.right_kind ?? 'owner')
      else
        complain('pays', 'pays', 'Non si capisce chi paga: scrivi sì o no, oppure proprietario o inquilino.')
    }
    for (const field of ['since', 'until'] as const) keep(field, checks.date(field))
    if (facts.since && facts.until && facts.until < facts.since)
      complain('until', 'date', 'La fine viene prima dell’inizio.')

    for (const field of ['condominium_fiscal_code', 'fiscal_code'] as const)
      keep(field, checks.fiscalCode(field))
    const vat = checks.vatNumber('vat_number')
    if (!facts.fiscal_code) keep('fiscal_code', vat)
    else if (vat && vat !== facts.fiscal_code) notKept('partite IVA accanto al codice fiscale', vat)
    keep('iban', checks.iban('iban'))
    // A person's IBAN is checked like the other fields; it becomes a mandate only with their consent.
    if (checks.iban('holder_iban')) notKept('IBAN delle persone, solo controllati', written('holder_iban'))
    const country = written('country')
    const abroad = country !== '' && !/^ital/i.test(country) && !/^it$/i.test(country)
    if (abroad) {
      keep('zip_code', checks.text('zip_code'))
      notKept('nazioni', country)
    } else keep('zip_code', checks.zipCode('zip_code'))
    const province = written('province')
    if (province !== '' && !abroad) {
      const code = provinceOf(province)
      if (code) facts.province = code
      else
        complain(
          'province',
          'province',
          `La provincia «${province}» non esiste: scrivi la sigla, per esempio MI.`,
        )
    }
    keep('email', checks.email('email'))
    const emails = facts.email && moreThanOneEmail(at('email'))
    if (emails) checks.warn('email', 'email', emails)
    keep('pec', checks.email('pec'))
    if (
      facts.email &&
      !facts.pec &&
      isPec(facts.email) &&
      doubts.ask(row, facts.email, looksLikePec) === 'pec'
    ) {
      facts.pec = facts.email
      delete facts.email
    }

    const debt = checks.amount('opening_debt')
    const credit = checks.amount('opening_credit')
    if (credit !== undefined && credit < 0)
      complain('opening_credit', 'amount', 'Un credito sotto zero non si capisce: scrivilo senza segno.')
    const balance = checks.amount('opening_balance')
    facts.amount = balance ?? (credit ?? 0) - (debt ?? 0)
    if (balance !== undefined && (debt || credit))
      complain(
        'opening_balance',
        'amount',
        'Ci sono un saldo e anche un debito o un credito: scegli nelle colonne quale conta.',
      )
    if (facts.amount !== 0) keep('opening_date', checks.date('opening_date'))
    const why = facts.opening_date && whyNotOpeningOn(facts.opening_date)
    if (why) complain('opening_date', 'date', why)
    function notKept(what: string, value: string): void {
      facts.not_kept = [...(facts.not_kept ?? []), [what, value]]
    }
    function keepPhones(): void {
      for (const field of ['phone', 'second_phone'] as const) {
        const { value, complaint, warning, code } = phoneIn(at(field))
        if (complaint) complain(field, code, complaint)
        if (warning) checks.warn(field, code, warning)
        if (value && facts.phone && value !== facts.phone) notKept('numeri di telefono oltre al primo', value)
        else keep('phone', value)
      }
    }
    return { facts, complaints, warnings, skip: skip === true || right === SKIP }
  }
}

const TEXTS = [
  'condominium_name',
  'building',
  'staircase',
  'floor',
  'cadastral_sheet',
  'cadastral_parcel',
  'cadastral_subunit',
  'cadastral_category',
  'holder',
  'address',
  'city',
] as const

const looksLikePec: Doubt = {
  question: 'rows:pec',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} l’e-mail sembra una PEC (${examples}): come la importo?`,
  options: [
    { value: 'pec', label: 'Come PEC', detail: null },
    { value: 'email', label: 'Come e-mail', detail: null },
  ],
  proposal: 'pec',
}

/** A telephone number in the column of addresses, or an e-mail in that of telephones, is what it is. */
function contactsInPlace(at: CellOf): CellOf {
  const moved = new Map<RegistryField, Cell | undefined>()
  const move = (from: RegistryField, to: RegistryField) => {
    if (moved.has(to) || (at(to) && !moved.has(from))) return
    moved.set(to, at(from))
    if (!moved.has(from)) moved.set(from, undefined)
  }
  const [address, phone, email] = [at('address'), at('phone'), at('email')]
  if (isPhone(address) && address?.kind === 'text') move('address', 'phone')
  if (isEmail(phone) && isPhone(email))
    return (field) => (field === 'phone' ? email : field === 'email' ? phone : at(field))
  if (isEmail(phone)) move('phone', 'email')
  if (isPhone(email)) move('email', 'phone')
  return (field) => (moved.has(field) ? moved.get(field) : at(field))
}
