import { expect } from 'vitest'
import type { TestApp } from '../app.ts'

/** The latest code mailed to this address. */
export const codeFor = (test: TestApp, email: string) =>
  test.services.asSystem(async (tx) => {
    const [mail] = await tx`
      select text, subject from emails where to_address = ${email} and template = 'one-time-code' order by email_id desc limit 1`
    return /\b(\d{6})\b/.exec(`${mail?.subject} ${mail?.text}`)?.[1] as string
  })

/** Accepts the plan of a bill's link as the debtor does, with the code from the mail. */
export async function acceptPlan(test: TestApp, token: string, email: string) {
  const asked = await test.call({ method: 'POST', url: `/v1/mybill/${token}/plan/code`, payload: {} })
  expect(asked.status).toBe(200)
  return test.call({
    method: 'POST',
    url: `/v1/mybill/${token}/plan/accept`,
    payload: { code: await codeFor(test, email) },
  })
}
