/** One record at a time, with all its displayed fields; previous and next lead to the others. */
import { FormSkeleton } from '../../../../ui/Skeletons.tsx'
import { Listed } from '../parts/Listed.tsx'
import type { DisplayProps } from '../parts/props.ts'
import { RecordDetail } from './RecordDetail.tsx'

export function DetailDisplay(props: DisplayProps) {
  return (
    <Listed {...props} limit={1} skeleton={<FormSkeleton />}>
      {(records, context) =>
        records.map((record) => <RecordDetail key={record.id} {...props} record={record} context={context} />)
      }
    </Listed>
  )
}
