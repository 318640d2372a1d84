import { readFileSync } from 'node:fs'
import type { Import } from '@saldo/contract/imports'
import { addDays, today } from '@saldo/domain/dates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../jobs/worker.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { killDuring } from '../../testing/features/kill-during.ts'
import { registryFixtures, type Signed } from '../../testing/features/registry-fixtures.ts'
import { signIn, signInSubUser } from '../../testing/people.ts'
import { undoImportJob } from './undo/undo-import.job.ts'
import { writeImport } from './write/write-import.job.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const sample = readFileSync(new URL('./fixtures/01-unita-e-anagrafiche.xlsx', import.meta.url))

const office = (signed?: Signed) => registryFixtures(test, signed)
/** The day of the balances: these files do not contain one. */
const day = '2025-12-31'

const nothing = { accounts: 0, subjects: 0, units: 0, rights: 0, tables: 0, weights: 0, owed: 0, credit: 0 }

describe('01-unita-e-anagrafiche.xlsx', () => {
  it('is not written while rows are wrong; when they are left out, the others are written, once', async () => {
    const { upload, check, write, rowsOf, there, send } = await office()
    const read = await upload(sample, '01.xlsx')
    expect(read).toMatchObject({ state: 'to_check', kind: 'registry', counts: { errors: 5, warnings: 2 } })
    expect((await rowsOf(read.import_id, 'error')).map(({ row, issues }) => [row, issues[0]?.ref])).toEqual([
      [20, 'Q20'],
      [33, 'Q33'],
      [41, 'W41'],
      [47, 'N47'],
      [55, 'I55'],
    ])
    expect(await rowsOf(read.import_id, 'warning')).toMatchObject([
      { row: 11, status: 'new' },
      { row: 61, status: 'new' },
    ])
    expect((await write(read.import_id, day)).status).toBe(409)
    expect(await there()).toEqual(nothing)

    const checked = await check(read.import_id, { leave_out_errors: true })
    expect(checked.counts).toMatchObject({
      errors: 0,
      left_out: 5,
      new_rows: 55,
      changed_rows: 0,
      same_rows: 0,
      new_accounts: 1,
      new_subjects: 48,
      new_tables: 2,
    })
    const { opening_debts_amount, opening_credits_amount } = checked.counts
    expect(opening_credits_amount - opening_debts_amount).toBe(-2_475_703)
    expect((await write(read.import_id, day)).body).toMatchObject({ state: 'done', can_undo: true })
    const after = await there()
    expect(after).toMatchObject({ accounts: 1, subjects: 48, rights: 55, tables: 2 })
    expect([after.owed, after.credit]).toEqual([opening_debts_amount, opening_credits_amount])

    const again = await upload(sample, 'di nuovo.xlsx')
    const same = await check(again.import_id, { leave_out_errors: true })
    expect(same.counts).toMatchObject({
      new_rows: 0,
      changed_rows: 0,
      same_rows: 55,
      opening_debts: 0,
      new_subjects: 0,
    })
    expect((await write(again.import_id)).body.state).toBe('done')
    expect(await there()).toEqual(after)
    const latest = await send('GET', '/v1/accounts/import')
    expect((latest.body as unknown as Import[]).map(({ can_undo }) => can_undo)).toEqual([true, false])
    const bills = await send('GET', '/v1/bills/import')
    expect(bills.body).toEqual([])
  })

  it('writes an append-only audit line of the import, and posts the credits to the ledger', async () => {
    const { upload, check, write, customer_id } = await office()
    const { import_id } = await upload(sample, '01.xlsx')
    const { counts } = await check(import_id, { leave_out_errors: true })
    await write(import_id, day)
    const [told] = await test.services.asSystem(
      (tx) => tx`
        select (select count(*)::int from audit_log where customer_id = ${customer_id} and noun in ('units', 'subjects', 'accounts', 'bills')) as rows,
          (select count(*)::int from audit_log where customer_id = ${customer_id} and noun = 'imports' and record_id = ${import_id}) as imports,
          (select -sum(l.amount)::bigint from ledger_lines l where l.customer_id = ${customer_id} and l.ledger_account = 'subject_credit') as credit`,
    )
    expect(told).toMatchObject({ rows: 0, imports: 1, credit: counts.opening_credits_amount })
  })
})

const header = 'Condominio;Scala;Interno;Nominativo;Ruolo;Codice fiscale;Telefono;Saldo precedente;Millesimi'
const lines = (...rows: string[]) => [header, ...rows].join('\r\n')

describe('a sheet that is imported again with other content', () => {
  it('shows the changes, writes only them, and ignores empty cells', async () => {
    const { upload, write, rowsOf, there, customer_id } = await office()
    const first = await upload(
      lines(
        'I Tigli;A;1;Rossi Lucia;Pr;;051 1;-100,00;600',
        'I Tigli;A;1;Rossi Ugo;Pr;;;;',
        'I Tigli;A;2;Verdi Ada;Pr;;051 2;50,00;400',
      ),
    )
    expect((await write(first.import_id, day)).body.state).toBe('done')
    expect(await there()).toMatchObject({
      units: 2,
      subjects: 3,
      weights: 10_000_000,
      owed: 10_000,
      credit: 5_000,
    })
    const shares = await test.services.asSystem(
      (tx) => tx`select distinct share_numerator, share_denominator from right_holders
        join units using (unit_id) where right_holders.customer_id = ${customer_id} and number = '1'`,
    )
    expect(shares).toMatchObject([{ share_numerator: 1, share_denominator: 2 }])

    const second = await upload(
      lines(
        'I Tigli;A;1;Rossi Lucia;Pr;;051 9;-100,00;610',
        'I Tigli;A;1;Rossi Ugo;Pr;;;;',
        'I Tigli;A;2;Verdi Ada;Pr;;;70,00;',
        'I Tigli;A;2;Neri Ivo;Co;;;;',
      ),
    )
    expect(second.counts).toMatchObject({
      changed_rows: 1,
      same_rows: 2,
      new_rows: 1,
      opening_credits: 0,
      warnings: 1,
    })
    const [changed] = await rowsOf(second.import_id, 'changed')
    expect(changed?.issues.map(({ message }) => message)).toEqual([
      'Telefono: «051 1» diventa «051 9».',
      'Millesimi: «600» diventa «610».',
    ])
    expect((await write(second.import_id, day)).body.state).toBe('done')
    expect(await there()).toMatchObject({
      units: 2,
      rights: 4,
      weights: 10_100_000,
      owed: 10_000,
      credit: 5_000,
    })
    const phones = await test.services.asSystem(
      (tx) =>
        tx`select phone from subjects where customer_id = ${customer_id} and phone is not null order by phone`,
    )
    expect(phones.map(({ phone }) => phone)).toEqual(['051 2', '051 9'])
  })

  it('is read with the columns that the customer chose for the same headers', async () => {
    const { upload, check, write } = await office()
    const sheet = 'Stabile;Quale;Chi\nI Tigli;1;Rossi Lucia\n'
    const first = await upload(sheet)
    expect(first.state).toBe('to_check')
    const [unread] = first.tables
    if (!unread) throw new Error('no sheet')
    const asked = await check(first.import_id, { tables: [{ ...unread, skipped: false, header_row: 1 }] })
    const [found] = asked.tables
    if (!found) throw new Error('no sheet')
    const fields = ['condominium_name', 'unit', 'holder']
    const columns = found.columns.map((column, index) => ({ ...column, field: fields[index] ?? null }))
    const told = await check(first.import_id, { tables: [{ ...found, columns }] })
    expect(told.counts).toMatchObject({ new_rows: 1, errors: 0 })
    expect((await write(first.import_id)).body.state).toBe('done')
  })
})

describe('undo', () => {
  it('removes everything that the last import wrote, and restores what it changed', async () => {
    const { upload, write, undo, there } = await office()
    const first = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;051 1;;600'))
    await write(first.import_id, day)
    const before = await there()
    const second = await upload(
      lines('I Tigli;A;1;Rossi Lucia;Pr;;051 9;-30,00;610', 'Le Rose;;1;Verdi Ugo;Pr;;;;1000'),
    )
    await write(second.import_id, day)
    expect(await there()).toMatchObject({
      accounts: 2,
      subjects: 2,
      owed: 3_000,
      weights: 16_100_000,
    })
    expect((await undo(first.import_id)).body).toMatchObject({ error: 'not_last' })
    expect((await undo(second.import_id)).body).toMatchObject({ state: 'undone', can_undo: false, notes: [] })
    expect(await there()).toEqual(before)
    expect((await undo(second.import_id)).status).toBe(409)
    expect((await undo(first.import_id)).body).toMatchObject({ state: 'undone' })
    expect(await there()).toEqual(nothing)
  })

  it('reverses imported credits: only the condominium and the person that the ledger names remain', async () => {
    const { upload, write, undo, there, customer_id } = await office()
    const { import_id } = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;;25,00;600'))
    await write(import_id, day)
    expect(await there()).toMatchObject({ credit: 2_500 })
    expect((await undo(import_id)).body).toMatchObject({
      state: 'undone',
      notes: [
        'Resta una persona, perché altri dati o registrazioni contabili lo richiedono: Rossi Lucia.',
        'Resta un condominio, perché altri dati o registrazioni contabili lo richiedono: I Tigli.',
      ],
    })
    expect(await there()).toEqual({ ...nothing, accounts: 1, subjects: 1 })
    const [told] = await test.services.asSystem(
      (tx) => tx`
        select count(*)::int as lines, sum(amount)::bigint as sum from ledger_lines
        where customer_id = ${customer_id} and ledger_account = 'subject_credit'`,
    )
    expect(told).toEqual({ lines: 2, sum: 0 })
  })

  it('on a later day cancels its bills instead of deleting them, because posted entries stay', async () => {
    const { upload, write, undo, customer_id } = await office()
    const { import_id } = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;;-30,00;600'))
    await write(import_id, day)
    await test.services.asSystem(async (tx) => {
      await tx`update imports set finished_at = finished_at - interval '2 days' where import_id = ${import_id}`
      await tx`update units set updated_at = updated_at - interval '3 days' where import_id = ${import_id}`
    })
    const undone = (await undo(import_id)).body
    expect(undone.notes[0]).toBe(
      'Resta una bolletta, annullata: era già nei registri, e una registrazione non si cancella.',
    )
    const entries = await test.services.asSystem(
      (tx) => tx`
        select e.kind, sum(l.amount)::bigint as amount from ledger_entries e
        join ledger_lines l using (customer_id, entry_id)
        where e.customer_id = ${customer_id} and l.ledger_account = 'receivables' group by e.entry_id, e.kind order by e.entry_id`,
    )
    expect(entries).toEqual([
      { kind: 'issue', amount: 3_000 },
      { kind: 'cancellation', amount: -3_000 },
    ])
    const [bill] = await test.services.asSystem(
      (tx) => tx`select phase from bills where customer_id = ${customer_id}`,
    )
    expect(bill).toEqual({ phase: 'cancelled' })
  })

  it('is refused while a balance is in an instalment plan, which would exceed its bills', async () => {
    const { upload, write, undo, customer_id, send } = await office()
    const { import_id } = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;;-30,00;600'))
    await write(import_id, day)
    const bills = await test.services.asSystem(async (tx) => {
      await tx`update subjects set email = 'lucia@example.it' where customer_id = ${customer_id}`
      return tx<{ bill_id: number }[]>`select bill_id from bills where customer_id = ${customer_id}`
    })
    const rates = [
      { due_date: addDays(today(), 30), amount: 1_500 },
      { due_date: addDays(today(), 60), amount: 1_500 },
    ]
    const plan = await send('POST', '/v1/plans', { bill_ids: bills.map(({ bill_id }) => bill_id), rates })
    expect(plan.status, JSON.stringify(plan.body)).toBe(201)
    const refused = await undo(import_id)
    expect(refused).toMatchObject({ status: 409, body: { error: 'built_upon' } })
    expect(refused.body.error_description).toContain('un saldo precedente è in un piano di rientro')
  })

  it('is refused, with the reasons, once other records depend on the import', async () => {
    const { upload, write, undo, there, customer_id, send } = await office()
    const { import_id } = await upload(
      lines('I Tigli;A;1;Rossi Lucia;Pr;;;-30,00;600', 'I Tigli;A;2;Verdi Ugo;Pr;;;40,00;400'),
    )
    await write(import_id, day)
    const before = await there()
    await test.services.asSystem(async (tx) => {
      await tx`update subject_credits set balance = balance - 100 where customer_id = ${customer_id}`
      await tx`update bill_instalments set settled = 100 where customer_id = ${customer_id}`
    })
    const refused = await undo(import_id)
    expect(refused).toMatchObject({ status: 409, body: { error: 'built_upon' } })
    expect(refused.body.error_description).toContain('un saldo precedente è già in pagamento')
    expect(refused.body.error_description).toContain('un credito è già stato usato')
    expect(await there()).toEqual({ ...before, credit: 3_900 })
    expect((await send('GET', `/v1/accounts/import/${import_id}`)).body.state).toBe('done')
  })

  it('runs as a job: nothing else can be done with the import meanwhile, and its author is notified of the result', async () => {
    const { upload, write, send, there, customer_id } = await office()
    const { import_id } = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;;;600'))
    await write(import_id, day)
    const asked = await send('POST', `/v1/accounts/import/${import_id}/undo`)
    expect(asked).toMatchObject({ status: 202, body: { state: 'undoing', can_undo: false } })
    expect(await send('POST', `/v1/accounts/import/${import_id}/undo`)).toMatchObject({ status: 409 })
    expect(await send('DELETE', `/v1/accounts/import/${import_id}`)).toMatchObject({ status: 409 })
    await runJobs(test.services)
    expect(await there()).toEqual(nothing)
    const [told] = await test.services.asSystem(
      (tx) => tx`
        select title, body from push_messages join users using (user_id)
        where customer_id = ${customer_id} order by push_message_id desc limit 1`,
    )
    expect(told).toMatchObject({ title: 'Importazione annullata' })
    await undoImportJob(test.services, { import_id })
    expect((await send('GET', `/v1/accounts/import/${import_id}`)).body.state).toBe('undone')
  })

  it('changes nothing, and says why, if other records came to depend on the import meanwhile', async () => {
    const { upload, write, send, there, customer_id } = await office()
    const { import_id } = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;;-30,00;600'))
    await write(import_id, day)
    const before = await there()
    await send('POST', `/v1/accounts/import/${import_id}/undo`)
    await test.services.asSystem(
      (tx) => tx`update bill_instalments set settled = 100 where customer_id = ${customer_id}`,
    )
    await runJobs(test.services)
    expect(await there()).toEqual(before)
    const { body } = await send('GET', `/v1/accounts/import/${import_id}`)
    expect(body).toMatchObject({ state: 'done', can_undo: true })
    expect(body.refusal).toContain('un saldo precedente è già in pagamento')
  })

  it('removes nothing when it is killed in the middle, and everything the next time', async () => {
    const { upload, write, send, there } = await office()
    const { import_id } = await upload(
      lines(...Array.from({ length: 300 }, (_, n) => `I Tigli;A;${n};Persona ${n};Pr;;;-${n + 1},50;1,5`)),
    )
    await write(import_id, day)
    const before = await there()
    await test.services.asSystem(
      (tx) => tx`update imports set state = 'undoing' where import_id = ${import_id}`,
    )
    await killDuring(test, 'undo/undo-import.job.ts', 'undoImportJob', import_id)
    expect(await there()).toEqual(before)
    const { body } = await send('GET', `/v1/accounts/import/${import_id}`)
    // Progress is written outside the transaction that was rolled back.
    expect(body).toMatchObject({ state: 'undoing', progress: { total: 9 } })
    await undoImportJob(test.services, { import_id })
    expect(await there()).toEqual(nothing)
  })
})

describe('403: a sub-user who may change condominiums but not issue bills', () => {
  it('can read the sheet, but not write it', async () => {
    const { customer_id } = await signIn(test.services, 'customer')
    const permissions = ['accounts:write', 'subjects:write', 'bills:read'] as const
    const { headers } = await signInSubUser(test.services, customer_id as number, {
      permissions: [...permissions],
    })
    const { upload, write, there } = await office({ headers, customer_id: customer_id as number })
    const { import_id } = await upload(lines('I Tigli;A;1;Rossi Lucia;Pr;;;-30,00;600'))
    expect(await write(import_id, day)).toMatchObject({ status: 403, body: { error: 'not_permitted' } })
    expect(await there()).toEqual(nothing)
  })
})

describe('a writer that is killed in the middle, twice', () => {
  it('writes nothing either time, and everything the third time', async () => {
    const { upload, there, send } = await office()
    const rows = Array.from(
      { length: 600 },
      (_, n) => `Le Querce ${n % 6};A;${n};Persona ${n};Pr;;;-${n + 1},50;1,5`,
    )
    const read = await upload(lines(...rows))
    await test.services.asSystem(
      (tx) =>
        tx`update imports set state = 'writing', opening_date = ${day} where import_id = ${read.import_id}`,
    )
    for (let time = 0; time < 2; time++) {
      await killDuring(test, 'write/write-import.job.ts', 'writeImport', read.import_id)
      expect(await there()).toEqual(nothing)
      expect((await send('GET', `/v1/accounts/import/${read.import_id}`)).body.state).toBe('writing')
    }
    await writeImport(test.services, { import_id: read.import_id })
    expect(await there()).toMatchObject({
      accounts: 6,
      units: 600,
      subjects: 600,
      rights: 600,
      weights: 9_000_000,
    })
  })
})
