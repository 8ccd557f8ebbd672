/**
 * Checks what somebody writes into a message of another owner: it is sent with the owner's rights, so that its new merge
 * fields and lists name only what their author may read.
 */
import { AppError, type FieldError } from '@muster/contract/errors'
import { allBlocks } from '@muster/contract/messages/design'
import type { MessageContent } from '@muster/contract/messages/messages.schema'
import type { Caller, TeamModel } from '../../../engine/public.ts'
import { mailOf } from '../mail-of.ts'
import { isReadable } from './check-audience.ts'
import { columnsIn } from './merge-columns.ts'

/** @throws AppError validation_failed */
export function checkContent(
  model: TeamModel,
  caller: Caller,
  before: readonly MessageContent[],
  after: readonly MessageContent[],
): void {
  const hidden = (column: string) => {
    const fields = [...model.fields.values()].filter((one) => one.columnName === column && !one.deletedAt)
    return fields.length > 0 && !fields.some(({ id }) => isReadable(model, caller, id))
  }
  const known = { columns: columnsIn(before), lists: new Set(listsIn(before)) }
  const columns = [...columnsIn(after)].filter((column) => !known.columns.has(column) && hidden(column))
  const lists = listsIn(after).filter(
    (list) => !known.lists.has(list) && !isListReadable(model, caller, list),
  )
  const errors: FieldError[] = [
    ...columns.map(() => ({ path: 'design', code: 'unknown_field' }) as const),
    ...lists.map(() => ({ path: 'design', code: 'unknown_choice' }) as const),
  ]
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** View and fields of each list, as a text that can be compared. */
const listsIn = (contents: readonly MessageContent[]): string[] =>
  contents.flatMap((content) =>
    allBlocks(mailOf(content).design.blocks).flatMap((block) =>
      block.type === 'view_list' && block.settings.dataViewId !== null
        ? [[block.settings.dataViewId, ...block.settings.dataFieldIds].join()]
        : [],
    ),
  )

function isListReadable(model: TeamModel, caller: Caller, list: string): boolean {
  const [viewId, ...fieldIds] = list.split(',').map(Number)
  const view = model.views.get(viewId!)
  if (!view || (view.sharing === 'personal' && view.ownedBy !== caller.teamUserId)) return false
  return fieldIds.every((id) => isReadable(model, caller, id))
}
