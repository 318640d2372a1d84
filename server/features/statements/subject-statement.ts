import type { Statement } from '@saldo/contract/reports/statements'
import { statementOf } from '@saldo/domain/bills/statement'
import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type PaymentMethod, paymentMethodLabels } from '@saldo/domain/payments/payment-method'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'
import { requireSubject } from '../subjects/require-subject.ts'
import { kindOf, movementsOf, type Posted, type SubjectMovement } from './movements.sql.ts'

export type Wanted = {
  id: number
  from?: string | undefined
  to?: string | undefined
  account_id?: number | undefined
}

/**
 * A person's statement. Throws 404 when the person is not visible to the actor, 400 for a period that ends before it
 * begins.
 */
export async function subjectStatement(tx: Tx, wanted: Wanted): Promise<Statement> {
  const { subject_id, customer_id, nominative } = await requireSubject(tx, wanted.id)
  const { account_id } = wanted
  const to = wanted.to ?? today()
  const from = wanted.from ?? `${to.slice(0, 4)}-01-01`
  if (from > to) throw badInput({ to: 'Il periodo finisce prima di cominciare.' })
  const found = await movementsOf(tx, { customer_id, subject_id, account_id })
  const statement = statementOf(found.map(asMovement), { from, to })
  return { subject_id, nominative, from, to, ...statement }
}

const asMovement = ({ day, kind, amount, credit, account_name, ...entry }: Posted): SubjectMovement => ({
  ...{ day, kind: kindOf(kind), amount, credit, account_name },
  text: textOf({ kind, amount, credit, ...entry }),
})

type Told = Pick<Posted, 'kind' | 'description' | 'method' | 'received_on' | 'numbers' | 'amount' | 'credit'>

/** Kinds whose description needs no further detail. */
const plainKinds: readonly string[] = [
  ...['issue', 'amendment', 'credit_note', 'cancellation', 'brought', 'opening_credit'],
]

/** `Carta, bolletta B-2026-1, di cui 20,00 € a credito` */
function textOf({ kind, description, method, received_on, numbers, amount, credit }: Told): string {
  if (plainKinds.includes(kind)) return description
  const what =
    kind === 'collection' && method
      ? `Pagato: ${paymentMethodLabels[method as PaymentMethod].toLowerCase()}`
      : description
  const [first, ...others] = numbers
  const bills =
    first === undefined
      ? ''
      : others.length === 0
        ? `bolletta ${first}`
        : others.length < 3
          ? `bollette ${numbers.join(', ')}`
          : `bolletta ${first} e altre ${others.length}`
  const moved =
    credit === 0
      ? ''
      : credit < 0
        ? `con ${formatEuro(-credit)} di credito`
        : `${amount === 0 || credit === -amount ? '' : 'di cui '}${formatEuro(credit)} a credito`
  // A correction is posted on its own day; whoever reads the statement looks for the day of the money.
  const received =
    received_on && `${kind === 'collection' ? 'ricevuto' : 'registrato'} il ${formatDate(received_on)}`
  return [what, received, bills, moved].filter(Boolean).join(', ')
}
