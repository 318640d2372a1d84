import { addDays, type Day } from '@saldo/domain/dates'
import type { Dice } from '../../features/demo/generate/seeded-random.ts'
import { anyIban } from './make-buildings.ts'
import { movementOf, type Unnumbered } from './month.ts'
import type { Stage } from './transfers-of.ts'

/**
 * What else happens on a condominium's account and pays no bill: interest and fees, the rent of a parking space, what an
 * insurer or a supplier gives back under numbers of their own, which look like those of bills, and what the condominium pays.
 */
export function foreignMovements(dice: Dice, { buildings, bills }: Stage, day: Day): Unnumbered[] {
  return buildings.flatMap((_building, building) => {
    const own = bills.filter((bill) => bill.building === building)
    const anyNumber = () => dice.pick(own).number
    const anyAmount = () => dice.pick(own).amount
    const of = (what: string, amount: number, rest: Partial<Unnumbered>) =>
      movementOf({
        ...{ building, what, amount, group: 'foreign', truth: null, kind: 'transfer' },
        ...{ booked_on: addDays(day, -dice.between(2, 28)), party_iban: anyIban(dice), ...rest },
      })
    const year = day.slice(0, 4)
    return [
      of('interest', dice.between(50, 900), { kind: 'own', party_iban: null, text: 'INTERESSI ATTIVI' }),
      of('bank’s fees', -dice.between(100, 900), { kind: 'own', party_iban: null, text: 'CANONE CONTO' }),
      of('paid to a supplier', -dice.between(5_000, 300_000), {
        ...{ party_name: 'Ascensori Vetta S.r.l.', text: `FATTURA ${anyNumber()}` },
      }),
      ...(dice.chance(0.5)
        ? [
            of('rent', dice.chance(0.3) ? anyAmount() : dice.between(6_000, 15_000), {
              ...{ party_name: 'Parcheggi Arno S.r.l.', text: `canone posto auto 10/${year}` },
            }),
          ]
        : []),
      ...(dice.chance(0.4)
        ? [
            of('from an insurer', dice.between(20_000, 400_000), {
              ...{ party_name: 'Assicurazioni Venturi S.p.A.', text: `LIQUIDAZIONE SINISTRO ${anyNumber()}` },
            }),
          ]
        : []),
      ...(dice.chance(0.4)
        ? [
            of('credit note of a supplier', dice.between(1_000, 9_000), {
              ...{ party_name: 'Idraulica Pucci S.n.c.', text: `RIMBORSO NOTA CREDITO ${anyNumber()}` },
            }),
          ]
        : []),
      ...(dice.chance(0.4)
        ? [
            of('from somebody unknown', anyAmount(), {
              ...{ party_name: 'Sconosciuti Ugo', text: dice.pick(['SALDO', 'bonifico', 'come da accordi']) },
            }),
          ]
        : []),
    ]
  })
}
