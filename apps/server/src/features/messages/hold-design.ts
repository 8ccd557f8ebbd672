/** Messages that are not sent yet, and templates, hold back the collections, views and fields that they use. */
import { AppError } from '@muster/contract/errors'
import type { Audience } from '@muster/contract/messages/audience'
import type { LosingChange, LostParts } from '../../engine/public.design.ts'
import type { TeamModel } from '../../engine/public.ts'
import { rows, sql } from '../../platform/db.ts'
import { columnsIn } from './audience/merge-columns.ts'

interface Holder {
  id: number
  name: string
  isTemplate: boolean
  audience: Audience | null
  contents: Parameters<typeof columnsIn>[0]
}

/** @throws AppError in_use with the messages and templates that would lose something */
export async function messagesHold({ client, before, after, lost }: LosingChange): Promise<void> {
  const { teamId } = after
  const content = sql`json_agg(json_build_object('subjectLine', c.subject_line, 'preheader', c.preheader, 'design', c.design,
    'textOnlyVersion', c.text_only))`
  const found = await rows<Holder>(
    client,
    sql`select m.id, m.internal_name as name, false as "isTemplate", m.audience,
          (select coalesce(${content}, '[]') from muster.outgoing_message_content c where c.outgoing_message_id = m.id)
            as contents
        from muster.outgoing_message m
        where m.team_id = ${teamId} and m.deleted_at is null
          and m.status in ('DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SCHEDULED')
        union all
        select t.id, t.internal_name, true, null::jsonb,
          (select coalesce(${content}, '[]') from muster.message_template_content c where c.message_template_id = t.id)
        from muster.message_template t where t.team_id = ${teamId} and t.status <> 'ARCHIVED'`,
  )
  const columns = lostColumns(before, lost)
  const using = found.filter((holder) => losesSource(holder, lost) || losesColumn(holder, columns, after))
  if (using.length === 0) return
  throw new AppError('in_use', {
    params: {
      as: 'message',
      outgoingMessageIds: using.filter(({ isTemplate }) => !isTemplate).map(({ id }) => id),
      outgoingMessageTemplateIds: using.filter(({ isTemplate }) => isTemplate).map(({ id }) => id),
      names: using.map(({ name }) => name).join(', '),
    },
  })
}

function losesSource(
  { audience, contents }: Holder,
  { dataCollectionIds, dataViewIds, dataFieldIds }: LostParts,
): boolean {
  const showsLost = contents.some(({ design }) =>
    [...JSON.stringify(design).matchAll(/"dataViewId":(\d+)/g)].some(([, id]) => dataViewIds.has(Number(id))),
  )
  if (showsLost) return true
  if (!audience) return false
  const isLost = [...audience.include, ...audience.exclude].some((source) => {
    if (source.kind === 'subject') return false
    return source.kind === 'view'
      ? dataViewIds.has(source.dataViewId)
      : dataCollectionIds.has(source.dataCollectionId)
  })
  return (
    isLost || [...audience.addressFieldIds, ...audience.languageFieldIds].some((id) => dataFieldIds.has(id))
  )
}

function lostColumns(before: TeamModel, { dataFieldIds }: LostParts): Set<string> {
  return new Set(
    [...before.fields.values()]
      .filter(({ id, dataCollectionId }) => dataFieldIds.has(id) && isOfPeople(before, dataCollectionId))
      .map(({ columnName }) => columnName),
  )
}

const isOfPeople = ({ collections }: TeamModel, homeId: number): boolean =>
  [...collections.values()].some((one) => one.homeId === homeId && !one.deletedAt && one.representsPeople)

/** A column is lost for a content once no collection of people has it. */
function losesColumn({ contents }: Holder, columns: ReadonlySet<string>, after: TeamModel): boolean {
  if (columns.size === 0) return false
  const left = new Set(
    [...after.fields.values()]
      .filter(({ deletedAt, dataCollectionId }) => !deletedAt && isOfPeople(after, dataCollectionId))
      .map(({ columnName }) => columnName),
  )
  return [...columnsIn(contents)].some((column) => columns.has(column) && !left.has(column))
}
