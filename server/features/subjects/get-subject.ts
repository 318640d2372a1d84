import * as contract from '@saldo/contract/registry/subjects'
import { serve } from '../../http/serve.ts'
import { subjectDetail } from './subject-detail.ts'

export const getSubject = serve(contract.getSubject, ({ tx, params }) => subjectDetail(tx, params.id))
