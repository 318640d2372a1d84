import type { CheckState } from '@saldo/domain/operations/checks'

const order: readonly CheckState[] = ['ok', 'unknown', 'attention', 'broken']

/** The worst of several states; ok for none. */
export const worst = (states: readonly CheckState[]): CheckState =>
  order[Math.max(0, ...states.map((state) => order.indexOf(state)))] as CheckState
