import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { customerQuery } from '../../session/queries.ts'
import { addressLine } from '../../ui/address-line.ts'
import type { Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { LoadedRecord } from '../../ui/LoadedRecord.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordTabs } from '../../ui/RecordTabs.tsx'
import { customerTabs, tabNamed } from './customer-tabs.ts'

/** A customer's own page; its tabs are in customer-tabs.ts. */
export function CustomerPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(customerQuery(id))
  const open = tabNamed((useSearch({ strict: false }) as Query).tab)
  const list = (
    <Link {...paths.clienti()} className={links.link}>
      Clienti
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="il cliente"
      missing="Questo cliente non c’è"
      list={list}
      name={query.data?.business_name ?? `n. ${id}`}
      tabTitle={query.data?.business_name ?? 'Cliente'}
    >
      {(customer) => (
        <>
          <PageTitle
            title={customer.business_name}
            summary={addressLine(customer)}
            actions={
              <Button
                variant="default"
                leftSection={<Icon of={EditPencil} />}
                renderRoot={(props) => <Link {...paths.editCustomer(id)} {...props} />}
              >
                Modifica
              </Button>
            }
          />
          <RecordTabs
            label="Parti del cliente"
            open={open.label}
            links={customerTabs.map((tab, index) => (
              <Link
                key={tab.id}
                {...paths.customerPage(id, index === 0 ? undefined : tab.id)}
                activeOptions={{ exact: true }}
                aria-current={tab.id === open.id ? 'page' : undefined}
              >
                {tab.label}
              </Link>
            ))}
          >
            <open.Tab key={id} customer={customer} />
          </RecordTabs>
        </>
      )}
    </LoadedRecord>
  )
}
