import * as contract from '@saldo/contract/subjects'
import { serveList } from '../../http/serve.ts'
import { subjectsList } from './subjects-list.ts'

export const listSubjects = serveList(contract.listSubjects, subjectsList)
