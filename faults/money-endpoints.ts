import * as allocations from '@saldo/contract/allocations'
import * as billRuns from '@saldo/contract/bill-runs'
import * as bills from '@saldo/contract/bills'
import * as books from '@saldo/contract/books'
import * as budgets from '@saldo/contract/budgets'
import * as debits from '@saldo/contract/debits'
import * as disputes from '@saldo/contract/disputes'
import type { Endpoint } from '@saldo/contract/endpoint'
import * as imports from '@saldo/contract/imports'
import * as lateInterest from '@saldo/contract/late-interest'
import * as officeDebts from '@saldo/contract/office-debts'
import * as payments from '@saldo/contract/payments'
import * as plans from '@saldo/contract/plans'
import * as reconciliation from '@saldo/contract/reconciliation'
import * as refunds from '@saldo/contract/refunds'
import * as registryImports from '@saldo/contract/registry-imports'

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
