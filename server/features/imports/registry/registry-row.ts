import { whyNotOpeningOn } from '@saldo/domain/accounting/registration-dates'
import { type Complaint, rowChecks } from '../read/row-checks.ts'
import { type Cell, cellText, type Epoch } from '../spreadsheet/cells.ts'
import type { CandidateRight } from './candidate-right.ts'
import type { RegistryField } from './registry-fields.ts'
import { isYes, provinceOf, rightOf, shareOf, useOf } from './unit-words.ts'

/** The data of unit, person and right in a row, without the weights. */
export type RightFacts = Partial<Omit<CandidateRight, 'sheet' | 'row' | 'weights'>> & { building?: string }

export type ReadRight = {
  facts: RightFacts
  complaints: Complaint<RegistryField>[]
  warnings: Complaint<RegistryField>[]
}

/** Makes a reader of a registry's rows. `at` returns the cell of a field, if it has a column. */
export function registryRowReader(
  epoch: Epoch,
): (at: (field: RegistryField) => Cell | undefined) => ReadRight {
  const checksOf = rowChecks<RegistryField>(epoch)

  return (at) => {
    const facts: RightFacts = {}
    const checks = checksOf(at)
    const { complaints, warnings, complain } = checks
    const keep = <N extends keyof RightFacts>(name: N, value: RightFacts[N] | undefined) => {
      if (value !== undefined) facts[name] = value
    }
    const written = (field: RegistryField) => cellText(at(field))

    for (const field of TEXTS) keep(field, checks.text(field))
    if (!facts.holder) keep('holder', `${written('surname')} ${written('given_name')}`.trim() || undefined)
    if (!facts.phone) keep('phone', checks.text('second_phone'))
    keep('use', written('use') === '' ? undefined : useOf(written('use')))

    const role = written('role')
    if (role !== '') {
      const right = rightOf(role)
      if (right) facts.right_kind = right
      else
        complain(
          'role',
          'role',
          'Questo ruolo non lo conosco: scrivi proprietario, nudo proprietario, usufruttuario o inquilino.',
        )
    }
    const share = written('share')
    if (share !== '') {
      const fraction = shareOf(share)
      if (fraction)
        Object.assign(facts, { share_numerator: fraction.numerator, share_denominator: fraction.denominator })
      else
        complain('share', 'share', 'Questa quota non si legge: scrivila come 1/2 o 50%, mai più dell’intero.')
    }
    if (written('pays') !== '') facts.pays = isYes(written('pays'))
    for (const field of ['since', 'until'] as const) keep(field, checks.date(field))
    if (facts.since && facts.until && facts.until < facts.since)
      complain('until', 'date', 'La fine viene prima dell’inizio.')

    for (const field of ['condominium_fiscal_code', 'fiscal_code'] as const)
      keep(field, checks.fiscalCode(field))
    if (!facts.fiscal_code) keep('fiscal_code', checks.vatNumber('vat_number'))
    keep('iban', checks.iban('iban'))
    // A person's IBAN is checked like the other fields; it becomes a mandate only with their consent.
    checks.iban('holder_iban')
    const country = written('country')
    const abroad = country !== '' && !/^ital/i.test(country) && !/^it$/i.test(country)
    if (abroad) keep('zip_code', checks.text('zip_code'))
    else keep('zip_code', checks.zipCode('zip_code'))
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

    const debt = checks.amount('opening_debt')
    facts.amount = checks.amount('opening_balance') ?? (debt === undefined ? 0 : -debt)
    if (facts.amount !== 0) keep('opening_date', checks.date('opening_date'))
    const why = facts.opening_date && whyNotOpeningOn(facts.opening_date)
    if (why) complain('opening_date', 'date', why)
    return { facts, complaints, warnings }
  }
}

const TEXTS = [
  'condominium_name',
  'building',
  'staircase',
  'unit',
  'floor',
  'cadastral_sheet',
  'cadastral_parcel',
  'cadastral_subunit',
  'cadastral_category',
  'holder',
  'phone',
  'address',
  'city',
] as const
