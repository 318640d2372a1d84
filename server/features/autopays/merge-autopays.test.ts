import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { autopayUrl } from '../../links/autopay-url.ts'
import { type DebitFixtures, debitFixtures } from '../../testing/features/debit-fixtures.ts'
import { makeBill, makeSubject } from '../../testing/people.ts'
import { moveAutopayOn } from './move-autopay.job.ts'

let fixtures: DebitFixtures
beforeAll(async () => {
  fixtures = await debitFixtures()
})
afterAll(() => fixtures.close())

type Owner = { customer_id: number; account_id: number; subject_id: number; bill_id: number }

const dueSoon = (bill_id: number) =>
  fixtures.asSystem(
    (tx) => tx`update bill_instalments set due_date = ${addDays(today(), 10)} where bill_id = ${bill_id}`,
  )

/** An autopay of the person from an account of their own, with what it has planned. */
async function autopayOf({ customer_id, account_id, subject_id }: Owner): Promise<number> {
  const autopay_id = await fixtures.asSystem(async (tx) => {
    const whose = { customer_id, subject_id, provider_account: 'stripe' }
    const [source] = await tx`
      insert into payment_sources ${tx({ ...whose, type: 'sepa_debit', state: 'active', email: 'lucia@example.it', provider_customer: `cus_${subject_id}`, provider_method: `pm_${subject_id}` })}
      returning source_id`
    const source_id = source?.source_id
    await tx`
      insert into mandates ${tx({ ...whose, source_id, state: 'active', text: 'Mandato', accepted_at: new Date().toISOString(), accepted_from: '203.0.113.7', accepted_with: 'prova', signed_on: today() })}`
    const [row] = await tx`
      insert into autopays ${tx({ customer_id, account_id, subject_id, source_id, starts_on: today() })} returning autopay_id`
    return row?.autopay_id as number
  })
  await moveAutopayOn(fixtures.test.services, autopay_id, today())
  return autopay_id
}
/** Two records of one person in one condominium, each with a bill that is due soon. */
async function twice() {
  const kept = await fixtures.resident([20_000])
  const subject_id = await makeSubject(fixtures.test.services, kept.customer_id)
  const { customer_id, account_id } = kept
  const merged = await makeBill(fixtures.test.services, customer_id, {
    account_id,
    subject_id,
    amounts: [30_000],
  })
  // Nobody signs in as one of them, and one code is not known.
  await fixtures.asSystem(async (tx) => {
    await tx`update subjects set user_id = null where subject_id = ${kept.subject_id}`
    await tx`update subjects set fiscal_code = null where subject_id = ${subject_id}`
  })
  await dueSoon(kept.bill_id)
  await dueSoon(merged.bill_id)
  return { kept, merged: { ...merged, customer_id, account_id, subject_id } }
}
async function merge({ kept, merged }: Awaited<ReturnType<typeof twice>>) {
  const { status, body } = await fixtures.send('/v1/subjects/merge', kept.staff, {
    ...{ kept_id: kept.subject_id, merged_id: merged.subject_id, from_merged: [] },
  })
  expect({ status, error: body.error }).toEqual({ status: 200 })
  await runJobs(fixtures.test.services)
}
const debits = async ({ bill_id }: Owner) =>
  (await fixtures.debitsOf(bill_id)).map(({ state, autopay_id }) => [state, autopay_id])

describe('two people who become one', () => {
  it('keep the kept record’s autopay: the other’s debits are cancelled, and planned anew by it', async () => {
    const pair = await twice()
    const [first, second] = [await autopayOf(pair.kept), await autopayOf(pair.merged)]
    await merge(pair)
    expect(await debits(pair.kept)).toEqual([['planned', first]])
    expect(await debits(pair.merged)).toEqual([
      ['cancelled', second],
      ['planned', first],
    ])
    const states = await fixtures.asSystem(
      (tx) => tx`select state from autopays where subject_id = ${pair.kept.subject_id} order by autopay_id`,
    )
    expect(states.map(({ state }) => state)).toEqual(['active', 'revoked'])
  })
  it('keep the active one, when the kept record’s is paused; the other payer’s link says revoked, and restores nothing', async () => {
    const pair = await twice()
    const [first, second] = [await autopayOf(pair.kept), await autopayOf(pair.merged)]
    const token = await fixtures.asSystem(async (tx) => {
      await tx`update autopays set state = 'paused', pause_reason = 'source' where autopay_id = ${first}`
      const { customer_id } = pair.kept
      const url = await autopayUrl(fixtures.test.services, tx, { customer_id, autopay_id: first })
      return url.split('/').at(-1) as string
    })
    await merge(pair)
    const after = await fixtures.asSystem(
      (tx) => tx`
        select autopay_id, state from autopays where subject_id = ${pair.kept.subject_id} order by autopay_id`,
    )
    expect(after).toEqual([
      { autopay_id: first, state: 'revoked' },
      { autopay_id: second, state: 'active' },
    ])
    const { body } = await fixtures.test.call({ url: `/v1/autopay-links/${token}` })
    expect(body).toMatchObject({ state: 'revoked', restorable: false })
    const told = await fixtures.asSystem(
      (tx) => tx`
        select text from emails where template = 'autopay-ended' and customer_id = ${pair.kept.customer_id}`,
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('due schede')
  })
  it('keep the links where both take from the same account', async () => {
    const pair = await twice()
    const [first, second] = [await autopayOf(pair.kept), await autopayOf(pair.merged)]
    const token = await fixtures.asSystem(async (tx) => {
      await tx`
        update payment_sources set fingerprint = 'same'
        where source_id in (select source_id from autopays where autopay_id in (${first}, ${second}))`
      const { customer_id } = pair.kept
      const url = await autopayUrl(fixtures.test.services, tx, { customer_id, autopay_id: second })
      return url.split('/').at(-1) as string
    })
    await merge(pair)
    const { body } = await fixtures.test.call({ url: `/v1/autopay-links/${token}` })
    expect(body).toMatchObject({ state: 'active' })
  })
  it('keep the only autopay that there is, with what it planned', async () => {
    const pair = await twice()
    const only = await autopayOf(pair.merged)
    await merge(pair)
    expect(await debits(pair.merged)).toEqual([['planned', only]])
    expect(
      await fixtures.asSystem((tx) => tx`select subject_id, state from autopays where autopay_id = ${only}`),
    ).toMatchObject([{ subject_id: pair.kept.subject_id, state: 'active' }])
  })
})
