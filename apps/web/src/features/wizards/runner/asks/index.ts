import type { Ask } from '@muster/contract/wizards/runs.schema'
import { lazy } from 'react'
import { withFullLook } from '../../../../ui/load-full-look.ts'
import type { AskKind } from './definition.ts'
import { FormAsk } from './FormAsk.tsx'
import { TextAsk } from './TextAsk.tsx'
import { ValueAsk } from './ValueAsk.tsx'

/** With the values of records, and a form for a new one. */
const PickAsk = lazy(async () => ({ default: (await withFullLook(import('./PickAsk.tsx'))).PickAsk }))

const usual = () => ''

const kinds = {
  form: { Body: FormAsk, nextLabel: usual },
  pick: { Body: PickAsk, nextLabel: usual },
  value: { Body: ValueAsk, nextLabel: usual },
  text: { Body: TextAsk, nextLabel: ({ buttonLabel }) => buttonLabel },
} satisfies { [Kind in Ask['kind']]: AskKind<Kind> }

/** The kind of a question; the question itself is passed on to it unchanged. */
export const askKindOf = (ask: Ask): AskKind<Ask['kind']> =>
  kinds[ask.kind] as unknown as AskKind<Ask['kind']>
