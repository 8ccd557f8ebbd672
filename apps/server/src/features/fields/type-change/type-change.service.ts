/** Another type for a field: what it would cost, doing it, and taking it back. */
import type { ChangeType, DataField, TypeChangePreview } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { fixed, ident, one, run, sql, type Transaction, transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import type { FieldModel, TeamModel } from '../../../platform/model/model.ts'
import { changeModel, type ModelChange, type ModelDeps } from '../../collections/change-model.ts'
import { checkFiltersHold } from '../../collections/filters-hold.ts'
import { refreshCatalogue } from '../../collections/refresh-catalogue.ts'
import { addColumns, dropIndexes, isLinks, linkTableName } from '../columns.ts'
import { checkSettings, lacksList } from '../field-rules.ts'
import { updateFieldRow } from '../fields.repo.ts'
import { checkNotInternal, fieldOf, presentAfter } from '../fields.service.ts'
import { homeTable } from '../home-table.ts'
import { addUniqueIndex } from '../unique.ts'
import { converter, referenceOf } from './convert.ts'
import type { Definition, TypeChangeDetails } from './details.ts'
import { addListFor, asIfMade, makeItems, nameStandIns, tellWishes, wishedItems } from './new-items.ts'
import { dropStage, type Staged, stage, takeStaged } from './stage.ts'
import { setAside } from './swap.ts'

/** Builds the converted values as the change would, and throws them away. */
export async function previewFieldType(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
  input: ChangeType,
): Promise<TypeChangePreview> {
  const model = await deps.models.get(teamUser.teamId)
  const field = fieldOf(model, dataCollectionId, fieldId)
  const target = targetOf(model, field, input, true)
  return transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = 0`)
    const wishes = await wishedItems(client, model, teamUser, field, target)
    const made = wishes && input.makesItems ? asIfMade(wishes) : undefined
    const staged = await stage(client, model, field, target, sql`true`, made)
    await dropStage(client, model, target)
    const { filled, converted, lost } = staged
    const samples = wishes
      ? await nameStandIns(client, model, field, target, wishes, staged.samples)
      : staged.samples
    return { filled, converted, lost, samples, newItems: tellWishes(wishes) }
  })
}

/** The field as it would be. It stays unique where its type can be, and keeps its default where that converts. */
function targetOf(model: TeamModel, field: FieldModel, input: ChangeType, canLackList = false): FieldModel {
  const settings = checkSettings(model, input.dataType, input.settings, canLackList)
  const type = fieldType(input.dataType)
  return { ...field, dataType: input.dataType, type, settings, isUnique: field.isUnique && type.canBeUnique }
}

export async function changeFieldType(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
  input: ChangeType,
): Promise<{ field: DataField; operation: OperationRef }> {
  const operation = await changeModel(deps, teamUser.teamId, async (change) => {
    const { target, newListId } = await targetWithList(change, dataCollectionId, fieldId, input)
    const { client, model } = change
    const field = fieldOf(model, dataCollectionId, fieldId)
    checkNotInternal(model, field)
    await lockValues(client, model, field)
    const id = await insertOperation(client, model, teamUser.teamUserId)
    const wishes = input.makesItems ? await wishedItems(client, model, teamUser, field, target) : null
    const reference = referenceOf(target)
    const listId = reference?.to === 'record' ? reference.collectionId : null
    const made =
      wishes && listId !== null
        ? await makeItems(
            client,
            deps.pool,
            teamUser,
            model,
            wishes,
            { id: listId, isNew: newListId !== null },
            id,
          )
        : undefined
    const staged = await stage(client, model, field, target, sql`true`, made)
    const after = { ...target, defaultValue: await convertDefault(client, model, field, target) }
    await replaceColumns(client, model, field, after, id, staged, newListId)
    checkFiltersHold(model, await change.reload())
    await refreshCatalogue(client, change.model, field.dataCollectionId, deps.jobs)
    return { id, kind: 'change_field_type' as const, recordCount: staged.filled }
  })
  return { field: await presentAfter(deps, teamUser, fieldId), operation }
}

/** The field as it will be, with a list made for it where none is chosen and its texts are to become items. */
async function targetWithList(
  change: ModelChange,
  dataCollectionId: number,
  fieldId: number,
  input: ChangeType,
): Promise<{ target: FieldModel; newListId: number | null }> {
  const field = fieldOf(change.model, dataCollectionId, fieldId)
  const target = targetOf(change.model, field, input, input.makesItems)
  if (!lacksList(target.type, target.settings)) return { target, newListId: null }
  const listId = await addListFor(change, field)
  return { target: { ...target, settings: { ...target.settings, listId } }, newListId: listId }
}

/** Others read on, and write again when we are done. */
export async function lockValues(client: Transaction, model: TeamModel, field: FieldModel): Promise<void> {
  await run(client, sql`lock table ${homeTable(model, field)} in share row exclusive mode`)
  if (!isLinks(field)) return
  const links = ident(model.schema, linkTableName(field))
  await run(client, sql`lock table ${links} in share row exclusive mode`)
}

async function insertOperation(client: Transaction, model: TeamModel, teamUserId: number): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into ${ident(model.schema, 'operation')} (kind, team_user_id)
        values (${fixed(`'change_field_type'`)}, ${teamUserId}) returning id`,
  )
  return row!.id
}

async function convertDefault(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
): Promise<unknown> {
  if (field.defaultValue === null || field.defaultValue === undefined) return null
  const [value] = await converter(client, model, field, target)([field.defaultValue])
  return value ?? null
}

async function replaceColumns(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  after: FieldModel,
  operationId: number,
  staged: Staged,
  newListId: number | null,
): Promise<void> {
  await dropIndexes(client, model.schema, field)
  const kept = await setAside(client, model, field, `old_${operationId}`)
  await addColumns(client, model, [after])
  await takeStaged(client, model, after)
  if (after.isUnique) await addUniqueIndex(client, model, after)
  await updateFieldRow(client, field, definitionOf(after))
  const details: TypeChangeDetails = {
    dataFieldId: field.id,
    columnName: field.columnName,
    before: definitionOf(field),
    after: definitionOf(after),
    kept,
    lost: staged.lost,
    newListId,
  }
  await run(
    client,
    sql`update ${ident(model.schema, 'operation')} set details = ${JSON.stringify(details)}, record_count = ${staged.filled}
        where id = ${operationId}`,
  )
}

function definitionOf({ dataType, settings, isUnique, defaultValue }: FieldModel): Definition {
  return { dataType, settings, isUnique, defaultValue: defaultValue ?? null }
}
