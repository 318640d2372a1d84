import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { addressLine } from '../../ui/address-line.ts'
import { Icon } from '../../ui/Icon.tsx'
import links from '../../ui/Links.module.css'
import { LoadedRecord } from '../../ui/LoadedRecord.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { RecordColumns } from '../../ui/RecordPage.tsx'
import { Section } from '../../ui/Section.tsx'
import { LatestBills } from '../accounts/LatestBills.tsx'
import { LatestPayments } from '../payments/LatestPayments.tsx'
import { SubjectSources } from '../sources/Sources.tsx'
import { SubjectFacts } from './SubjectFacts.tsx'
import { SubjectActions, SubjectFigures } from './SubjectFigures.tsx'
import { subjectQuery } from './subject-query.ts'

export function SubjectPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(subjectQuery(id))
  const subject = query.data
  const list = (
    <Link {...paths.anagrafica()} className={links.link}>
      Anagrafica
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="la persona"
      missing="Questa persona non c’è"
      list={list}
      name={subject?.nominative ?? `n. ${id}`}
      tabTitle={subject?.nominative ?? 'Persona'}
    >
      {(subject) => (
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
    </LoadedRecord>
  )
}
