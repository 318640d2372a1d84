import postgres from 'postgres'
import { expect, it, onTestFinished } from 'vitest'
import type { Jobs } from '../../jobs/jobs.ts'
import { work } from '../../jobs/worker.ts'
import { withApp } from '../../testing/app.ts'
import { newsOf } from '../../testing/news.ts'
import { signIn } from '../../testing/people.ts'

type Kept = { state: string; notes: string[]; refusal: string | null }

/** An import whose job always fails: its file is missing, and a trigger refuses its final state. */
async function hopeless(state: string, job: keyof Jobs & `${string}-import`) {
  const { services, database_url } = await withApp()
  const owner = postgres(database_url, { max: 1, onnotice: () => {} })
  onTestFinished(() => owner.end())
  await owner`alter table imports add constraint never_ends check (state not in ('done', 'undone')) not valid`
  const { customer_id, user_id } = await signIn(services, 'customer')
  const import_id = await services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into imports ${tx({ customer_id, created_by: user_id, undone_by: user_id, kind: 'registry', file_name: 'unita.csv', file_path: 'imports/gone', state })}
      returning import_id`
    await services.queue.enqueue(tx, job, { import_id: row?.import_id })
    return row?.import_id as number
  })
  return {
    services,
    owner,
    begin: () => work(services),
    kept: () =>
      services.asSystem(async (tx) => {
        const [row] = await tx<
          Kept[]
        >`select state, notes, refusal from imports where import_id = ${import_id}`
        return row
      }),
    news: () => newsOf(services, customer_id),
  }
}
const pollOptions = { timeout: 120_000, interval: 200 }

it('an import that cannot be read fails with a message', async () => {
  const { begin, kept, news } = await hopeless('reading', 'read-import')
  await begin()
  await expect.poll(async () => (await kept())?.state, pollOptions).toBe('failed')
  expect(await news()).toMatchObject([{ title: 'Importazione non riuscita' }])
})

it('an import that could not be written can be confirmed again', async () => {
  const { begin, kept, news } = await hopeless('writing', 'write-import')
  await begin()
  await expect.poll(kept, pollOptions).toMatchObject({
    state: 'to_check',
    notes: ['Qualcosa non ha funzionato e non è stato scritto niente: conferma di nuovo.'],
  })
  expect(await news()).toMatchObject([{ title: 'Importazione non riuscita' }])
})

it('an import that could not be undone stays done', async () => {
  const { owner, begin, kept, news } = await hopeless('undoing', 'undo-import')
  await owner`alter table imports drop constraint never_ends`
  await owner`alter table imports add constraint never_undone check (state <> 'undone') not valid`
  await begin()
  await expect.poll(kept, pollOptions).toMatchObject({
    state: 'done',
    refusal: 'Qualcosa non ha funzionato e non è stato tolto niente: riprova fra poco.',
  })
  expect(await news()).toMatchObject([{ title: 'Importazione non annullata' }])
})
