import { formatEuro } from '@saldo/domain/money'

/** The sums of a list of bills, people or condominiums by name; null for users who may not see bills. */
type Sums = Readonly<Record<string, number | null | undefined>>

/** `residuo 1.200,00 €, di cui scaduto 300,00 €, in corso 50,00 €`: under the lists of bills, people and condominiums. */
export function owedSentence(
  residueLabel: 'residuo' | 'da incassare',
  { residue, overdue, pending }: Sums,
): string {
  const parts = [
    overdue ? `scaduto\u00a0${formatEuro(overdue)}` : '',
    pending ? `in corso\u00a0${formatEuro(pending)}` : '',
  ].filter(Boolean)
  const all = `${residueLabel}\u00a0${formatEuro(residue ?? 0)}`
  return parts.length > 0 ? `${all}, di cui ${parts.join(', ')}` : all
}
