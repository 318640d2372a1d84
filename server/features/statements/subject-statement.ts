import type { Statement } from '@saldo/contract/statements'
import { today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { type PaymentMethod, paymentMethodLabels } from '@saldo/domain/payment-method'
import { statementOf } from '@saldo/domain/statement'
import type { Tx } from '../../db/connection.ts'
import { badInput } from '../../http/errors.ts'
import { requireSubject } from '../subjects/require-subject.ts'
import { kindOf, type Movements, movementsOf, type SubjectMovement } from './movements.sql.ts'

export type Wanted = {
  id: number
  from?: string | undefined
  to?: string | undefined
  account_id?: number | undefined
}

/** A person's statement as the actor sees it. Throws 404 when the person is unseen, 400 for a period that ends before it begins. */
export async function subjectStatement(tx: Tx, wanted: Wanted): Promise<Statement> {
  const { subject_id, customer_id, nominative } = await requireSubject(tx, wanted.id)
  const { account_id } = wanted
  const to = wanted.to ?? today()
  const from = wanted.from ?? `${to.slice(0, 4)}-01-01`
  if (from > to) throw badInput({ to: 'Il periodo finisce prima di cominciare.' })
  const found = await movementsOf(tx, { customer_id, subject_id, account_id })
  const statement = statementOf(asMovements(found), { from, to }, found.brought_credit)
  return { subject_id, nominative, from, to, ...statement }
}

function asMovements({ bills, entries }: Movements): SubjectMovement[] {
  const asked = bills.flatMap(({ day, number, description, account_name, amount, brought, cancelled }) => [
    ...(cancelled
      ? []
      : [
          {
            day,
            kind: 'bill' as const,
            amount,
            credit: 0,
            account_name,
            text: `Bolletta ${number}: ${description}`,
          },
        ]),
    ...(brought === 0
      ? []
      : [
          {
            day,
            kind: 'payment' as const,
            amount: -brought,
            credit: 0,
            account_name,
            text: `Versati prima, bolletta ${number}`,
          },
        ]),
  ])
  const posted = entries
    .filter(({ amount, credit }) => amount !== 0 || credit !== 0)
    .map(({ day, kind, amount, credit, account_name, ...entry }) => ({
      ...{ day, kind: kindOf(kind), amount, credit, account_name },
      text: textOf({ kind, amount, credit, ...entry }),
    }))
  return [...asked, ...posted]
}

type Posted = Pick<
  Movements['entries'][number],
  'kind' | 'description' | 'method' | 'numbers' | 'amount' | 'credit'
>

/** `Carta, bolletta B-2026-1, di cui 20,00 € a credito` */
function textOf({ kind, description, method, numbers, amount, credit }: Posted): string {
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
  return [what, bills, moved].filter(Boolean).join(', ')
}
