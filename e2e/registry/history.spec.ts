import { expect } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('the user who changes a condominium appears in the audit log and in its history, with the previous values', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const name = `Condominio Storia ${Date.now()}`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name })
  await call('POST', '/v1/accounts', { account_id, name: `${name} bis`, phone: '055 123456' })

  await page.goto(`/#/storia?q=${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { name: 'Registro modifiche' })).toBeVisible()
  const changed = page.getByRole('row', { name: /Condominio modificato/ })
  await expect(changed).toContainText(`Nome: ${name} → ${name} bis`)
  await expect(changed).toContainText('Telefono: 055 123456')
  await changed.getByText('Condominio modificato').click()
  await expect(page.getByRole('complementary', { name: /Dettaglio/ })).toContainText(`${name} bis`)
  await expectAccessible(page, 'registro modifiche')

  await page.goto(`/#/condomini/${account_id}?tab=storia`)
  const story = page.getByRole('listitem').filter({ hasText: /Condominio (creato|modificato)/ })
  await expect(story).toHaveCount(2)
  await expect(story.first()).toContainText('Condominio modificato')
  await expectAccessible(page, 'storia di un condominio')
})
