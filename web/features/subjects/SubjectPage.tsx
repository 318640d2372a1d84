import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { addressLine } from '../../ui/address-line.ts'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordError } from '../../ui/RecordError.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { Bar, Loading, TextSkeleton } from '../../ui/Skeleton.tsx'
import { LatestBills } from '../accounts/LatestBills.tsx'
import { LatestPayments } from '../payments/LatestPayments.tsx'
import { SubjectSources } from '../sources/Sources.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'
import { SubjectActions, SubjectFigures } from './SubjectFigures.tsx'
import { subjectQuery } from './subject-query.ts'

export function SubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  const { data: subject, ...query } = useQuery(subjectQuery(id))
  const list = (
    <Link {...paths.anagrafica()} className={links.link}>
      Anagrafica
    </Link>
  )
  return (
    <RecordPage
      list={list}
      name={subject?.nominative ?? `n. ${id}`}
      tabTitle={subject?.nominative ?? 'Persona'}
      titled={subject !== undefined && !query.isError}
    >
      {query.isPending && (
        <Loading what="la persona">
          <Bar width={280} height={24} />
          <TextSkeleton lines={8} />
        </Loading>
      )}
      {query.isError && (
        <RecordError
          error={query.error}
          missing="Questa persona non c’è"
          what="Non riesco a mostrare la persona"
          back={list}
          onRetry={() => void query.refetch()}
        />
      )}
      {subject && !query.isError && (
        <>
          <PageTitle
            title={subject.nominative}
            summary={addressLine(subject)}
            actions={
              <Button
                variant="default"
                leftSection={<Icon of={EditPencil} />}
                renderRoot={(props) => <Link {...paths.editSubject(id)} {...props} />}
              >
                Modifica
              </Button>
            }
          />
          <RecordColumns
            main={
              <>
                <Section title="Quanto deve">
                  <SubjectFigures subject={subject} />
                </Section>
                <SubjectActions subject={subject} />
                <LatestBills of={{ subject_id: id }} />
                <LatestPayments of={{ subject_id: id }} />
                <SubjectSources subject_id={id} />
              </>
            }
            side={
              <Section title="Dati">
                <SubjectFacts subject={subject} />
              </Section>
            }
          />
        </>
      )}
    </RecordPage>
  )
}
