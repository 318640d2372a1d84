import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from '../server/db/connection.ts'

/**
 * The smallest server that can answer: node:http and the list's own SQL, without authentication, one customer in the
 * query.
 */
const sql = connect(process.argv[2] as string)
const customer_id = Number(process.argv[3])
const server = createServer(async (request, reply) => {
  const asked = new URL(request.url ?? '/', 'http://localhost').searchParams
  const [day, id] = [asked.get('day') as string, Number(asked.get('id'))]
  const items = await sql`
    select b.bill_id, b.customer_id, b.account_id, a.name as account_name, b.subject_id, s.nominative as subject_nominative,
      b.number, b.description, b.unit, b.issue_date, b.next_due_date, b.amount, b.settled, b.pending, b.residue, b.phase,
      bill_state(b.phase, b.next_due_date, today()) as state
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.customer_id = ${customer_id} and (b.issue_date, b.bill_id) < (${day}::date, ${id}::bigint)
    order by b.issue_date desc, b.bill_id desc
    limit 51`
  reply.setHeader('content-type', 'application/json; charset=utf-8')
  reply.end(JSON.stringify({ items: items.slice(0, 50), next_cursor: null }))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
