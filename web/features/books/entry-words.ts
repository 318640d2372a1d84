import { ledgerKindLabels } from '@saldo/domain/accounting/accounting'

/**
 * A ledger entry on two lines: what happened, then to what. “Incasso carta, 2026/000071” is “Incasso carta” above
 * “2026/000071”; the kind of entry follows, unless the first line says it already.
 */
export function entryWords({ description, kind }: { description: string; kind: string }): [string, string] {
  const [what = '', ...rest] = description.split(', ')
  const label = ledgerKindLabels[kind] ?? kind
  const said = what.toLowerCase().startsWith(label.toLowerCase())
  return [what, [rest.join(', '), said ? '' : label].filter(Boolean).join(' · ')]
}
