import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { NotPayable } from './NotPayable.tsx'

it('names each bill that cannot be paid, with the reason', () => {
  const bill = { bill_id: 1, number: 'B-1', account_name: 'Aurora', why: 'È già pagata.' }
  const shown = renderToStaticMarkup(<NotPayable bills={[bill]} />)
  for (const text of ['Aurora', 'B-1', 'È già pagata.']) expect(shown).toContain(text)
  expect(renderToStaticMarkup(<NotPayable bills={[]} />)).toBe('')
})
