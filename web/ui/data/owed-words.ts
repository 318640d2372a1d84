import { fallingDueDays } from '@saldo/domain/bills/owed'
import { formatEuro } from '@saldo/domain/money'

/** The sums of a list of bills, people or condominiums by name; null for users who may not see bills. */
type Sums = Readonly<Record<string, number | null | undefined>>

/** `residuo 1.200,00 €, di cui scaduto 300,00 €, in scadenza entro 30 giorni 200,00 €, in corso 50,00 €`: under the lists of bills, people and condominiums. */
export function owedSentence(
  residueLabel: 'residuo' | 'da incassare',
  { residue, overdue, falling_due, pending }: Sums,
): string {
  const parts = [
    overdue ? `scaduto\u00a0${formatEuro(overdue)}` : '',
    falling_due ? `in scadenza entro ${fallingDueDays} giorni\u00a0${formatEuro(falling_due)}` : '',
    pending ? `in corso\u00a0${formatEuro(pending)}` : '',
  ].filter(Boolean)
  const all = `${residueLabel}\u00a0${formatEuro(residue ?? 0)}`
  return parts.length > 0 ? `${all}, di cui ${parts.join(', ')}` : all
}
