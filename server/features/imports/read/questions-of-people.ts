import { formatEuro } from '@saldo/domain/money'
import type { TablePlan } from '../import-view.ts'
import type { AskedQuestion } from './question.ts'
import type { RecognisedColumn } from './recognise-columns.ts'

/** Columns of tax codes and contacts in a table with owners and tenants, when nothing says whose they are. */
export function aboutWhose({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const tenants = recognised?.columns.find(({ field }) => field === 'tenant' || field === 'tenant_surname')
  if (!tenants || tenants.facts?.filled === 0) return []
  return (recognised?.columns ?? [])
    .filter(({ whose, facts }) => whose !== undefined && facts?.filled !== 0)
    .map((column) => ({
      question: `whose:${column.index}`,
      sheet,
      table,
      text: `La colonna ${column.letter} «${column.header}» è del proprietario o dell’inquilino?`,
      options: [
        { value: 'owner', label: 'Del proprietario', detail: examples(column) },
        { value: 'tenant', label: 'Dell’inquilino', detail: null },
        { value: 'none', label: 'Dipende dalla riga', detail: 'la colonna non viene importata' },
      ],
      free: null,
      proposal: 'owner',
      answer: answers[`whose:${column.index}`] ?? null,
    }))
}

/** A balance beside a debt: the debt may be part of the balance, or come on top. */
export function aboutTwoBalances({ sheet, table, recognised, answers }: TablePlan): AskedQuestion[] {
  const columns = recognised?.columns ?? []
  const given = answers.two_balances ?? null
  const held = columns.filter(
    ({ field, facts, doubt }) => !doubt && BALANCES.includes(field ?? '') && facts?.filled !== 0,
  )
  const mixed = held.some(({ field }) => field === 'opening_balance') && held.length > 1
  if (!mixed && given === null) return []
  return [
    {
      question: 'two_balances',
      sheet,
      table,
      text: 'Ci sono un saldo e anche un debito o un credito: quale è da riportare?',
      options: [
        ...columns
          .filter(({ field, balance }) => balance !== undefined || BALANCES.includes(field ?? ''))
          .map(({ index, letter, header, facts }) => ({
            value: `column:${index}`,
            label: `Solo ${letter} «${header}»`,
            detail: facts ? `in tutto ${formatEuro(facts.sum)}` : null,
          })),
        {
          value: 'sum',
          label: 'Tutti, sommati',
          detail: 'il debito si aggiunge a quello che il saldo dice da pagare, il credito si toglie',
        },
      ],
      free: null,
      proposal: null,
      answer: given,
    },
  ]
}
const BALANCES = ['opening_balance', 'opening_debt', 'opening_credit']

const examples = ({ facts }: RecognisedColumn): string | null =>
  facts && facts.examples.length > 0 ? `per esempio ${facts.examples.join(', ')}` : null
