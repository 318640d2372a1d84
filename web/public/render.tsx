import type { PublicBill } from '@saldo/contract/bills/mybill'
import { renderToString } from 'preact-render-to-string'
import { giveBill } from './given-bill.ts'
import { FirstHome } from './home/FirstHome.tsx'
import { PageSkeleton } from './layout/PageSkeleton.tsx'
import { PublicDocument } from './PublicDocument.tsx'
import { billHash } from './public-page.ts'

/** The page of a bill as HTML, for the server. It draws what the browser then takes over. */
export function renderBill(token: string, bill: PublicBill): { title: string; html: string } {
  giveBill({ token, bill })
  try {
    return { title: billTitle(bill), html: renderToString(<PublicDocument at={billHash(token)} />) }
  } finally {
    giveBill(null)
  }
}

/** What a public page shows until it knows more, for the page of the app. */
export const renderSkeleton = (): string => renderToString(<PageSkeleton />)

/** The top of a resident's home, until it is known what they owe. */
export const renderHome = (): string => renderToString(<FirstHome owed={null} />)

const billTitle = ({ asker, number }: PublicBill) => `${asker.account_name}, bolletta ${number} · Saldo`
