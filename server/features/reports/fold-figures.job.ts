import type { JobHandler } from '../../jobs/jobs.ts'

/** Replaces the increments of each condominium, month and way to pay by one row with their sums. Figures do not change. */
export const foldFigures: JobHandler<'fold-figures'> = (services) =>
  services.asSystem(async (tx) => {
    await tx`
      with folded as (
        delete from monthly_figures f using (
          select customer_id, account_id, month, method from monthly_figures
          group by customer_id, account_id, month, method having count(*) > 1
        ) many
        where f.customer_id = many.customer_id and f.account_id = many.account_id and f.month = many.month
          and f.method = many.method
        returning f.*
      )
      insert into monthly_figures
        (customer_id, account_id, month, method, issued, due, gross, given_back, taken_back, fees, collections)
      select customer_id, account_id, month, method, sum(issued), sum(due), sum(gross), sum(given_back), sum(taken_back),
        sum(fees), sum(collections)
      from folded group by customer_id, account_id, month, method
      having (sum(issued), sum(due), sum(gross), sum(given_back), sum(taken_back), sum(fees), sum(collections))
        <> (0, 0, 0, 0, 0, 0, 0)`
  })
