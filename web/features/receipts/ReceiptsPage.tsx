import { givenLayouts } from '@saldo/domain/accounting/receipt-layout'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { Choices, type Chosen } from './Choices.tsx'
import { LatestExports } from './LatestExports.tsx'
import { PreviewSection } from './PreviewSection.tsx'
import styles from './Receipts.module.css'
import { periodError, receiptPeriods } from './receipt-periods.ts'
import { type Layout, layoutOf, layoutsQuery, previewQuery } from './receipts-query.ts'

/** Chooses what of the receipts goes into a file and how, shows its first rows and totals, and makes it. */
export function ReceiptsPage() {
  const [chosen, setChosen] = useState<Chosen>(() => {
    const [period] = receiptPeriods()
    return { account: null, from: period?.from ?? '', to: period?.to ?? '', format: 'csv', layout: 'full' }
  })
  const change = (changed: Partial<Chosen>) => setChosen((before) => ({ ...before, ...changed }))
  const layouts = useQuery(layoutsQuery)
  const layout = chosenLayout(chosen.layout, layouts.data ?? [])
  const wrong = periodError(chosen.from, chosen.to)
  const asked = {
    ...{ from: chosen.from, to: chosen.to },
    ...(chosen.account ? { account_id: Number(chosen.account.value) } : {}),
  }
  const preview = useQuery({ ...previewQuery(asked, layout), enabled: wrong === null })
  return (
    <RecordPage
      list={
        <Link {...paths.flows()} className={links.link}>
          Flussi contabili
        </Link>
      }
      name="Incassi per la contabilità"
      tabTitle="Incassi per la contabilità"
    >
      <PageTitle
        title="Incassi per la contabilità"
        summary="Un file con gli incassi del periodo, per il programma di contabilità. Storni, rimborsi e insoluti sono righe a parte, con il segno meno."
      />
      <div className={styles.page}>
        <Choices chosen={chosen} change={change} wrong={wrong} layouts={layouts.data ?? []} layout={layout} />
        {layouts.isError && (
          <QueryError
            error={layouts.error}
            what="Non riesco a leggere i tracciati salvati"
            onRetry={() => void layouts.refetch()}
          />
        )}
        {wrong === null &&
          (preview.isError ? (
            <QueryError
              error={preview.error}
              what="Non riesco a mostrare l’anteprima"
              onRetry={() => void preview.refetch()}
            />
          ) : preview.data ? (
            <PreviewSection
              preview={preview.data}
              stale={preview.isPlaceholderData}
              {...{ asked, layout, format: chosen.format }}
            />
          ) : (
            <Loading what="l’anteprima">
              <TextSkeleton lines={8} />
            </Loading>
          ))}
        <LatestExports />
      </div>
    </RecordPage>
  )
}

/** The layout of this name: a given one, or `saved-12`. A saved one that was deleted meanwhile is the full one. */
function chosenLayout(name: string, saved: readonly ({ layout_id: number } & Layout)[]): Layout {
  const found = saved.find(({ layout_id }) => name === `saved-${layout_id}`)
  if (found) return layoutOf(found)
  return layoutOf(
    givenLayouts[name in givenLayouts ? (name as keyof typeof givenLayouts) : 'full'].layout as Layout,
  )
}
