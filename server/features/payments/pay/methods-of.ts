import type { Method } from './open-attempt.ts'

/** Which online methods a condominium allows; a bank transfer is always possible. */
export type MethodFlags = { flag_pay_card: boolean; flag_pay_debit: boolean; flag_pay_klarna: boolean }

/** The allowed methods, in the order in which they are offered. */
export const methodsOf = ({ flag_pay_card, flag_pay_debit, flag_pay_klarna }: MethodFlags): Method[] => [
  ...(flag_pay_card ? (['CARD'] as const) : []),
  ...(flag_pay_debit ? (['SEPA_DEBIT'] as const) : []),
  ...(flag_pay_klarna ? (['KLARNA'] as const) : []),
]
