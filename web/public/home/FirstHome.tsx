import type { MyOwed } from '@saldo/contract/bills/mybills'
import { OwedFigure, OwedSkeleton } from '../../features/mybills/OwedFigure.tsx'
import layout from '../../layouts/ConsumerLayout.module.css'
import { Wordmark } from '../../ui/icons/LogoMark.tsx'
import page from '../../ui/layout/Page.module.css'
import title from '../../ui/layout/PageTitle.module.css'

/** The top of a resident's home as the app draws it (`ConsumerLayout`, `ConsumerDashboard`), without the app. */
export const FirstHome = ({ owed }: { owed: MyOwed | null }) => (
  <div className={layout.layout}>
    <header className={layout.top}>
      <a href="#/dashboard" className={layout.brand}>
        <Wordmark />
      </a>
    </header>
    <main className={layout.main}>
      <div className={page.own}>
        <header className={title.head}>
          <div className={title.words}>
            <div className={title.line}>
              <h1 className={title.title}>Le mie bollette</h1>
            </div>
            <div className={title.summary} />
          </div>
        </header>
        {owed ? <OwedFigure owed={owed} /> : <OwedSkeleton />}
      </div>
    </main>
  </div>
)
