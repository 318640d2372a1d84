/** The most bills in one payment: on a receipt of one page each still has a line. */
export const mostTogether = 24

/** The most payments in one act of a payer: one for each person in each condominium. */
export const mostGroups = 12

/** Bills of one person in one condominium, which one payment may settle (art. 1129 c.c.); in the order of the bills. */
export const groupsToPay = <B extends { account_id: number; subject_id: number }>(
  bills: readonly B[],
): [B, ...B[]][] => [
  ...(Map.groupBy(bills, ({ account_id, subject_id }) => `${account_id} ${subject_id}`).values() as Iterable<
    [B, ...B[]]
  >),
]
