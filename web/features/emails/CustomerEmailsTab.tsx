import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { CustomerTabProps } from '../../records/record-tab.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { EmailRows } from './EmailRows.tsx'
import { emailsOfCustomerQuery } from './email-query.ts'

/** The mails of an office, for the back office. */
export function CustomerEmailsTab({ customer }: CustomerTabProps) {
  const { customer_id } = customer
  const query = useInfiniteQuery(emailsOfCustomerQuery(customer_id))
  const mails = query.data?.pages.flatMap(({ items }) => items)
  return (
    <TabColumn>
      <Section
        title="E-mail"
        action={
          <Link {...paths.emails({ customer_id: String(customer_id) })} className={links.link}>
            Cerca fra le e-mail
          </Link>
        }
      >
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le e-mail"
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && (
          <Loading what="le e-mail">
            <TextSkeleton lines={4} />
          </Loading>
        )}
        {mails?.length === 0 && (
          <EmptyState title="Nessuna e-mail">
            Saldo non ha ancora scritto niente per questo studio.
          </EmptyState>
        )}
        {mails && mails.length > 0 && (
          <EmailRows
            mails={mails}
            act={({ email_id, subject }) => (
              <Link
                {...paths.emails({ ids: String(email_id), open: String(email_id) })}
                className={links.link}
                aria-label={`Apri «${subject}»`}
              >
                Apri
              </Link>
            )}
          />
        )}
        {query.hasNextPage && (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Mostra le precedenti
          </Button>
        )}
      </Section>
    </TabColumn>
  )
}
