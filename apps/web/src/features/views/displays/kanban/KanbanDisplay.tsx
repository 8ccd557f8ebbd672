/** The records of a view on a board. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { AppLink } from '../../../../ui/AppLink.tsx'
import type { FieldContext } from '../../../fields/public.ts'
import type { DisplayProps } from '../parts/props.ts'
import { useRecordName } from '../parts/use-record-name.ts'
import { useSteady } from '../parts/use-steady.ts'
import type { BoardSource, CardLook } from './board.ts'
import { Kanban } from './Kanban.tsx'
import { RecordCard } from './RecordCard.tsx'

export function KanbanDisplay({ display, ...props }: DisplayProps & { board: BoardSource }) {
  const { source } = props
  const nameOf = useRecordName(display)
  const steady = useSteady(source, display)
  const look: CardLook = {
    nameOf: (record: DataRecord, context: FieldContext) => nameOf(steady(record), context),
    renderName(record, name, grip) {
      const url = source.recordUrl(record)
      return url === null ? (
        <span {...grip}>{name}</span>
      ) : (
        <AppLink
          href={url}
          draggable={false}
          {...(display.openInNewWindow ? { target: '_blank' } : {})}
          {...grip}
        >
          {name}
        </AppLink>
      )
    },
    renderBody: (record, name, context, head) => (
      <RecordCard record={steady(record)} name={name} display={display} context={context}>
        {head}
      </RecordCard>
    ),
  }
  return <Kanban {...props} look={look} />
}
