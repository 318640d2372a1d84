import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api-error.ts'
import { renewIfUsed } from '../../idempotency-key.ts'
import { MethodRefused } from '../../public/pay/sandbox-method.ts'
import type { Progress } from '../../public/pay/usePayment.ts'
import type { Group } from './my-bills-query.ts'
import { keysOfAct, type Outcome, payEach } from './pay-each.ts'

const group = (account_id: number) => ({ account_id, subject_id: 7 }) as Group
const progress = (of: Partial<Progress>): Progress => ({
  ...{ payment_id: 1, state: 'succeeded', amount: 100, result_token: 't', next_action: null },
  ...{ failure_code: null, failure_reason: null },
  ...of,
})
const lost = new ApiError(0, { error: 'unreachable', error_description: 'Controlla la connessione.' })

async function paid(groups: Group[], answers: (Progress | Error)[], keys = keysOfAct()) {
  const sent: string[] = []
  const told: string[] = []
  const outcomes = await payEach(
    groups,
    async (_group, key) => {
      sent.push(key.current)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer as Progress
    },
    keys,
    ({ account_id }, { kind }) => told.push(`${account_id} ${kind}`),
  )
  return { outcomes: [...outcomes.values()], sent, told }
}

describe('paying several condominiums in one act', () => {
  it('pays each with a key of its own, and tells how each went', async () => {
    const { outcomes, sent, told } = await paid(
      [group(1), group(2)],
      [progress({}), progress({ result_token: 'u' })],
    )
    expect(outcomes).toEqual<Outcome[]>([
      { kind: 'paid', result_token: 't' },
      { kind: 'paid', result_token: 'u' },
    ])
    expect(new Set(sent).size).toBe(2)
    expect(told).toEqual(['1 paying', '1 paid', '2 paying', '2 paid'])
  })

  it('goes on after a refusal, an answer that was lost and a card that was not read', async () => {
    const { outcomes } = await paid(
      [group(1), group(2), group(3), group(4)],
      [
        progress({ state: 'failed', failure_reason: 'Fondi insufficienti.' }),
        lost,
        new MethodRefused('La carta è scaduta.', null, null),
        progress({ state: 'requires_action', next_action: { redirect_url: 'https://bank.example' } }),
      ],
    )
    expect(outcomes).toMatchObject([
      { kind: 'unpaid', why: 'Fondi insufficienti.', result_token: 't' },
      { kind: 'unpaid', why: expect.stringContaining('non paghi due volte') },
      { kind: 'unpaid', why: 'La carta è scaduta.' },
      { kind: 'unconfirmed', redirect_url: 'https://bank.example' },
    ])
  })

  it('repeats with the same key what was not answered, and with a new one what was refused', async () => {
    const keys = keysOfAct()
    const groups = [group(1), group(2)]
    const first = await paid(groups, [progress({ state: 'failed' }), lost], keys)
    const second = await paid(groups, [progress({}), progress({})], keys)
    expect(second.sent[0]).not.toBe(first.sent[0])
    expect(second.sent[1]).toBe(first.sent[1])
  })

  it('takes a new key after the server said that the one before made something else', async () => {
    const keys = keysOfAct()
    const first = await paid([group(1)], [lost], keys)
    // As the client does when another method is sent with the key of an unanswered try.
    renewIfUsed(keys.of(group(1)), { error: 'idempotency_key_reused' })
    const second = await paid([group(1)], [progress({})], keys)
    expect(second.sent[0]).not.toBe(first.sent[0])
  })

  it('charges nothing when what was typed is refused at first', async () => {
    const refused = new MethodRefused('Numero sbagliato.', 'incorrect_number', 'number')
    await expect(paid([group(1), group(2)], [refused])).rejects.toBe(refused)
  })
})
