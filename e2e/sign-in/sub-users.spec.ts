import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expectDashboard, office, openDashboard, signIn, signInThroughApi } from '../actions.ts'
import { linkMailedTo, ownDatabase } from '../own-database.ts'
import { test } from '../test.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'

const chosen = 'tre gatti e un cane'

test('a user who invites a colleague chooses the permissions, and the colleague sees only what is permitted', async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  const email = `sara${Date.now()}@example.it`
  try {
    await openDashboard(page)
    await page.getByRole('link', { name: 'Sottoutenti' }).click()
    await page.getByRole('button', { name: 'Invita' }).first().click()
    await page.getByRole('button', { name: 'Manda l’invito' }).click()
    await expect(page.getByText('Scegli almeno una sezione.')).toBeVisible()
    await page.getByLabel('Nome e cognome').fill('Sara Conti')
    await page.getByLabel('E-mail').fill(email)
    // Works by keyboard only: arrows change a choice, Tab goes to the next section.
    await page.getByRole('radio', { name: 'Bollette: Nessuno' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Bollette: Lettura' })).toBeChecked()
    await expect(page.getByText('qui sotto: Personalizzato')).toBeVisible()
    await page.getByRole('radio', { name: /^Sola lettura/ }).check()
    await expect(page.getByRole('radio', { name: 'Transazioni: Lettura' })).toBeChecked()
    await page.getByRole('radio', { name: 'Condomìni: Nessuno' }).check()
    await expect(page.getByText('qui sotto: Sola lettura, con modifiche')).toBeVisible()
    for (const section of ['Anagrafica', 'Transazioni', 'Addebiti e metodi di pagamento', 'Documenti'])
      await page.getByRole('radio', { name: `${section}: Nessuno` }).check()
    await page.getByLabel('Solo questi').check()
    await page.getByRole('combobox', { name: 'Aggiungi un condominio' }).click()
    const option = page.getByRole('option').first()
    await option.click()
    await expectAccessible(page, 'invito')
    await page.getByRole('button', { name: 'Manda l’invito' }).click()
    await expect(page.getByRole('heading', { name: 'Sara Conti' })).toBeVisible()
    await expectAccessible(page, 'sottoutente')

    const mailed = () => linkMailedTo(sql, email, 'invitation', 'auth/invito')
    await expect.poll(mailed).toMatch(/invito\/[\w-]{43}$/)
    const sara = await (await browser.newContext()).newPage()
    await sara.goto(`${await mailed()}`)
    await expect(sara.getByRole('heading', { name: 'Scegli la password' })).toBeVisible()
    await expectAccessible(sara, 'scegliere la prima password')
    await sara.getByLabel('Password', { exact: true }).fill(chosen)
    await sara.getByRole('button', { name: 'Salva la password' }).click()
    await expect(sara.getByText('Fatto: ora accedi.')).toBeVisible()
    await signIn(sara, email, chosen)
    await expectDashboard(sara)
    const menu = sara.getByRole('navigation', { name: 'Principale' })
    await menu.getByRole('link', { name: 'Bollette' }).click()
    await expect(sara.getByRole('heading', { name: 'Bollette' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Condomìni' })).toHaveCount(0)
    await expect(sara.getByRole('link', { name: 'Nuova', exact: true })).toHaveCount(0)
    await sara.goto('/#/condomini')
    await expect(sara.getByText('Ti serve il permesso di vedere «Condomìni»', { exact: false })).toBeVisible()
    await expectAccessible(sara, 'pagina non permessa')

    await page.getByRole('button', { name: 'Sospendi' }).click()
    await expect(page.getByText('Sara Conti non può più entrare.')).toBeVisible()
    await sara.goto('/#/bollette')
    await sara.reload()
    await expect(sara).toHaveURL(/#\/auth\/login/)
    await signIn(sara, email, chosen)
    await expect(sara.getByText('Il tuo accesso è sospeso', { exact: false })).toBeVisible()
  } finally {
    await sql.end()
  }
})

/** The buttons that a read-only user may press: they show, arrange, copy or download, but change no record. */
const reads =
  /^(Copia |Esporta|Colonne|Filtr|Scegli dal calendario|Tabella$|Precedente|Successiva|Apri |Chiudi il dettaglio|Mostra |Scarica|PDF |Ricevuta|Altre azioni|Azioni per |Torna in cima|Che cosa significa: |Ho capito$)/

/** Enabled buttons and switches of the page that would change something, and links to pages that do. */
async function acts(page: Page): Promise<string[]> {
  const main = page.locator('main')
  const buttons = await main.locator('button, [role="switch"]').evaluateAll((all) =>
    all
      // A column's header only sorts.
      .filter((one) => !one.closest('th[scope="col"], [role="columnheader"]'))
      .filter((one) => !one.matches(':disabled, [aria-disabled="true"], [data-disabled]'))
      .map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() || one.outerHTML),
  )
  const ways = await main
    .locator('a[href]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return [
    ...buttons.filter((name) => !reads.test(name)),
    ...ways.filter((to) => /\/(nuov[ao]|modifica|importa|unisci|doppioni)(\/|\?|$)/.test(to)),
  ]
}

test('a read-only user opens every page and finds nothing that changes anything', async ({
  page,
  request,
  browser,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  const email = `ada${Date.now()}@example.it`
  try {
    const { call, newBill } = await office(page, request)
    const { bill_id } = await newBill(12_345)
    const { account_id, subject_id } = await call<Record<'account_id' | 'subject_id', number>>(
      'GET',
      `/v1/bills/${bill_id}`,
    )
    const { unit_id } = await call<{ unit_id: number }>('PUT', '/v1/units', {
      account_id,
      number: '7',
      use: 'home',
    })
    const { budget_id } = await call<{ budget_id: number }>('PUT', '/v1/budgets', {
      account_id,
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
      name: 'Preventivo da leggere',
      issue_date: '2027-01-01',
      due_dates: ['2027-01-31'],
    })
    await call('PUT', '/v1/budgets/expenses', {
      budget_id,
      description: 'Pulizia scale',
      amount: 120_000,
      criterion: 'direct',
      unit_ids: [unit_id],
    })
    const [payment] = (await call<{ items: { payment_id: number }[] }>('GET', '/v1/payments?limit=1')).items
    const [day] = (await call<{ items: { day: string }[] }>('GET', '/v1/reconciliation/days?limit=1')).items
    await call('PUT', '/v1/users/subusers', {
      nominative: 'Ada Leonardi',
      email,
      permissions: ['accounts', 'subjects', 'bills', 'payments', 'debits', 'documents', 'office'].map(
        (section) => `${section}:read`,
      ),
      all_accounts: true,
    })
    const mailed = () => linkMailedTo(sql, email, 'invitation', 'auth/invito')
    await expect.poll(mailed).toMatch(/invito\/[\w-]{43}$/)
    const ada = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    await ada.goto(`${await mailed()}`)
    await ada.getByLabel('Password', { exact: true }).fill(chosen)
    await ada.getByRole('button', { name: 'Salva la password' }).click()
    await expect(ada.getByText('Fatto: ora accedi.')).toBeVisible()
    await signIn(ada, email, chosen)
    await expectDashboard(ada)

    const tabs = (path: string, names: string) => names.split(' ').map((tab) => `${path}?tab=${tab}`)
    const pages = [
      '/dashboard',
      `/bollette?open=${bill_id}`,
      `/bollette/${bill_id}`,
      '/bollette/preventivi',
      `/bollette/preventivi/${budget_id}`,
      '/solleciti',
      '/solleciti/passi',
      '/piani',
      `/transazioni?open=${payment?.payment_id}`,
      `/transazioni/${payment?.payment_id}`,
      `/quadratura?day=${day?.day ?? ''}`,
      '/account-incassi',
      `/condomini?open=${account_id}`,
      ...tabs(
        `/condomini/${account_id}`,
        'dati unita tabelle bollette preventivi pagamenti banca preferenze documenti storia',
      ),
      `/anagrafica?open=${subject_id}`,
      ...tabs(
        `/anagrafica/${subject_id}`,
        'dati note unita bollette pagamenti estratto attestazioni metodi documenti storia',
      ),
      '/documenti',
      '/metodi',
      '/subusers',
      '/agenti',
      '/storia',
    ]
    const found: Record<string, string[]> = {}
    for (const path of pages) {
      await ada.goto(`/#${path}`)
      await waitUntilIdle(ada)
      await expect(ada.locator('main h1').first()).toBeVisible()
      const here = await acts(ada)
      if (here.length > 0) found[path] = here
    }
    expect(found).toEqual({})
    for (const path of ['/quadratura', '/account-incassi', `/anagrafica/${subject_id}`]) {
      await ada.goto(`/#${path}`)
      await waitUntilIdle(ada)
      await expectAccessible(ada, `${path}, in sola lettura`)
    }
    for (const path of [`/bollette/${bill_id}`, `/transazioni/${payment?.payment_id}`]) {
      await ada.goto(`/#${path}`)
      await ada.getByRole('button', { name: 'Altre azioni' }).click()
      const items = ada.getByRole('menuitem')
      await expect(items.first()).toBeVisible()
      for (const item of await items.all())
        if (!/^Scarica/.test(await item.innerText()))
          await expect(item).toHaveAttribute('aria-disabled', 'true')
    }
  } finally {
    await sql.end()
  }
})

test('/auth/register: a resident registers with the data of a bill and signs in', async ({ page }) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  try {
    const [resident] = await sql`
      select s.fiscal_code, s.email, b.number from subjects s
      join bills b on b.customer_id = s.customer_id and b.subject_id = s.subject_id and b.status = 'issued'
      where s.user_id is null and s.email is not null and s.fiscal_code is not null
        and not exists (select from users u where lower(u.email) = lower(s.email))
      order by s.subject_id, b.bill_id limit 1`
    const name = `residente${Date.now()}`
    await page.goto('/#/auth/login')
    await page.getByRole('link', { name: 'Registrati' }).click()
    await page.getByRole('button', { name: 'Registrati' }).click()
    await expect(page.getByText('Scrivi il codice fiscale.')).toBeVisible()
    await expectAccessible(page, 'registrarsi')
    await page.getByLabel('Codice fiscale').fill(`${resident?.fiscal_code}`.toLowerCase())
    await page.getByLabel('Numero di una bolletta').fill(resident?.number)
    await page.getByLabel('E-mail').fill(resident?.email)
    await page.getByLabel('Nome utente').fill(name)
    await page.getByRole('button', { name: 'Registrati' }).click()
    await expect(page.getByRole('heading', { name: 'Guarda la posta' })).toBeVisible()
    const mailed = () => linkMailedTo(sql, resident?.email, 'invitation', 'auth/invito')
    await expect.poll(mailed).toMatch(/invito\/[\w-]{43}$/)
    await page.goto(`${await mailed()}`)
    await page.getByLabel('Password', { exact: true }).fill(chosen)
    await page.getByRole('button', { name: 'Salva la password' }).click()
    await expect(page.getByText('Fatto: ora accedi.')).toBeVisible()
    await signIn(page, name, chosen)
    await expectDashboard(page)
  } finally {
    await sql.end()
  }
})

test('/settings: a changed e-mail address is confirmed from the mail, and until then the earlier one counts', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const sql = ownDatabase()
  const email = `nuovo${Date.now()}@example.it`
  const emailOf = async () => (await sql`select email from users where user_name = 'nuovo'`)[0]?.email
  try {
    await signInThroughApi(page, 'nuovo')
    await page.goto('/#/settings')
    await page.getByLabel('La tua e-mail').fill('nuovo@')
    await page.getByRole('button', { name: 'Salva i tuoi dati' }).click()
    await expect(page.getByText('Questo indirizzo e-mail non è completo.')).toBeVisible()
    await page.getByLabel('La tua e-mail').fill(email)
    await page.getByRole('button', { name: 'Salva i tuoi dati' }).click()
    await expect(page.getByText(`A ${email} arriva un link`, { exact: false })).toBeVisible()
    await expectAccessible(page, 'impostazioni')
    const mailed = () => linkMailedTo(sql, email, 'email-change', 'auth/email')
    await expect.poll(mailed).toMatch(/email\/[\w-]{43}$/)
    expect(await emailOf()).not.toBe(email)
    await page.goto(`${await mailed()}`)
    await expectAccessible(page, 'confermare l’indirizzo')
    await page.getByRole('button', { name: 'Conferma' }).click()
    await expect(page.getByRole('heading', { name: 'Indirizzo confermato' })).toBeVisible()
    expect(await emailOf()).toBe(email)
  } finally {
    await sql.end()
  }
})
