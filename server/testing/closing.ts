import type { Services } from '../services.ts'

type Account = { customer_id: number; account_id: number }

/** A condominium's books closed until a day, as an office closes them. */
export const closeBooksTo = (services: Services, { customer_id, account_id }: Account, closed_to: string) =>
  services.asSystem(
    (tx) =>
      tx`insert into book_closings ${tx({ customer_id, account_id, act: 'closed', closed_to, actor: 'Prova' })}`,
  )

/**
 * Closes the books while something else is writing: `during` begins when the closing is written and not yet committed, and
 * the closing is committed once `during` waits for it.
 */
export async function closeBooksDuring(
  services: Services,
  { customer_id, account_id }: Account,
  closed_to: string,
  during: () => Promise<unknown>,
): Promise<void> {
  const { writing } = await services.asSystem(async (tx) => {
    await tx`insert into book_closings ${tx({ customer_id, account_id, act: 'closed', closed_to, actor: 'Prova' })}`
    const writing = during()
    await untilWaiting(services, 1)
    // Within an object, so that the transaction ends before what waits for it.
    return { writing }
  })
  await writing
}

/** Does things that wait for a condominium's row, which is let go once all of them do; returns what came of each. */
export async function holdingAccount<Result>(
  services: Services,
  account_id: number,
  begin: () => Promise<Result>[],
): Promise<Result[]> {
  const { begun } = await services.asSystem(async (tx) => {
    await tx`select from accounts where account_id = ${account_id} for update`
    const begun = begin()
    await untilWaiting(services, begun.length)
    return { begun }
  })
  return Promise.all(begun)
}

/** Until so many wait for a lock in this database. */
async function untilWaiting(services: Services, wanted: number): Promise<void> {
  for (let waiting = 0; waiting < wanted; ) {
    const [found] = await services.asSystem(
      (tx) => tx`
        select count(distinct l.pid)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
        where a.datname = current_database() and not l.granted`,
    )
    waiting = found?.waiting ?? 0
    if (waiting < wanted) await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
