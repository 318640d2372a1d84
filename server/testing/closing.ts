import type { Services } from '../services.ts'

type Account = { customer_id: number; account_id: number }

/** Closes a condominium's books until a day, as an office does. */
export const closeBooksTo = (services: Services, { customer_id, account_id }: Account, closed_to: string) =>
  services.asSystem(
    (tx) =>
      tx`insert into book_closings ${tx({ customer_id, account_id, act: 'closed', closed_to, actor: 'Prova' })}`,
  )

/**
 * Closes the books during another write: `during` starts when the closing is written but not committed; the closing
 * commits once `during` waits for it.
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
    // Returned in an object, so that the transaction ends before the promise is awaited.
    return { writing }
  })
  await writing
}

/** Runs acts that wait for a condominium's row lock, which is released once all of them wait; returns their results. */
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

/** Waits until so many sessions wait for a lock in this database. */
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
