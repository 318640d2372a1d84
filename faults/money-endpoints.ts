import * as billRuns from '@saldo/contract/bills/bill-runs'
import * as bills from '@saldo/contract/bills/bills'
import * as budgets from '@saldo/contract/bills/budgets'
import * as lateInterest from '@saldo/contract/bills/late-interest'
import * as plans from '@saldo/contract/bills/plans'
import type { Endpoint } from '@saldo/contract/endpoint'
import * as imports from '@saldo/contract/imports'
import * as allocations from '@saldo/contract/payments/allocations'
import * as debits from '@saldo/contract/payments/debits'
import * as disputes from '@saldo/contract/payments/disputes'
import * as officeDebts from '@saldo/contract/payments/office-debts'
import * as payments from '@saldo/contract/payments/payments'
import * as refunds from '@saldo/contract/payments/refunds'
import * as registryImports from '@saldo/contract/registry-imports'
import * as books from '@saldo/contract/reports/books'
import * as reconciliation from '@saldo/contract/reports/reconciliation'

const nouns = [
  ...[allocations, billRuns, bills, books, budgets, debits, disputes, imports, lateInterest, officeDebts],
  ...[payments, plans, reconciliation, refunds, registryImports],
]

/**
 * Every endpoint that moves or promises money, or changes its owner: all of these nouns except those that only read.
 */
const moneyEndpoints: string[] = nouns
  .flatMap((noun) => Object.values(noun) as unknown[])
  .filter((value): value is Endpoint => typeof (value as Endpoint | null)?.route === 'string')
  .filter(({ route, permission }) => !route.startsWith('GET ') && !permission?.endsWith(':read'))
  .map(({ route }) => route)

/** Counts requests by endpoint. */
export function countEndpoints() {
  const patterns = moneyEndpoints.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    const words = path.replace(/\/\{[a-z_]+\?\}/g, '(?:/[^/?]+)?').replace(/\{[a-z_]+\}/g, '[^/?]+')
    return { route, method, words: new RegExp(`^${words}(?:\\?|$)`) }
  })
  const counts = new Map<string, number>(moneyEndpoints.map((route) => [route, 0]))
  return {
    counts,
    note: (method: string, url: string) => {
      // If two routes match, the one without parameters is meant.
      const found = patterns
        .filter((each) => each.method === method && each.words.test(url))
        .toSorted((a, b) => a.route.split('{').length - b.route.split('{').length)[0]
      if (found) counts.set(found.route, (counts.get(found.route) ?? 0) + 1)
    },
  }
}
