import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { humanToken } from '../../server/testing/human-token.ts'

/** A browser in which this user of the demo is signed in, as Lighthouse can use it: by its debugging port. */
export async function signInBrowser(
  origin: string,
  user: string,
): Promise<{ port: number; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'saldo-browser-'))
  const port = 9300 + Math.floor(Math.random() * 600)
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  const human = await humanToken(async ({ url }) => ({ body: await (await fetch(origin + url)).json() }))
  const reply = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('web:web')}`, 'x-human-token': human },
    body: new URLSearchParams({ grant_type: 'password', username: user, password: 'saldo-demo', b2c: '0' }),
  })
  const { refresh_token } = (await reply.json()) as { refresh_token: string }
  const page = await context.newPage()
  await page.goto(`${origin}/version.json`)
  await page.evaluate(`localStorage.setItem('saldo.refresh', ${JSON.stringify(refresh_token)})`)
  await page.goto(`${origin}/#/dashboard`)
  await page.waitForLoadState('networkidle')
  await page.close()
  return {
    port,
    close: async () => {
      await context.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
