import type { Method } from './open-attempt.ts'

/** How a condominium lets its residents pay online; a bank transfer always stands. */
export type MethodFlags = { flag_pay_card: boolean; flag_pay_debit: boolean; flag_pay_klarna: boolean }

/** The methods that are switched on, in the order in which they are offered. */
export const methodsOf = ({ flag_pay_card, flag_pay_debit, flag_pay_klarna }: MethodFlags): Method[] => [
  ...(flag_pay_card ? (['CARD'] as const) : []),
  ...(flag_pay_debit ? (['SEPA_DEBIT'] as const) : []),
  ...(flag_pay_klarna ? (['KLARNA'] as const) : []),
]
