/** Changes the type of a field, and previews the change. */

import { AppError } from '@muster/contract/errors'
import type { ChangeType, DataField, TypeChangePreview } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import type { OperationRef, OperationRun } from '@muster/contract/operations/operations.schema'
import {
  addColumns,
  addUniqueIndex,
  checkFiltersHold,
  checkSettings,
  type Definition,
  dropIndexes,
  lacksList,
  linkTableName,
  refreshCatalogue,
  type TypeChangeDetails,
  updateFieldRow,
} from '../../../engine/public.design.ts'
import { checkReadsEverywhere, homeTable, isLinks } from '../../../engine/public.sql.ts'
import {
  changeModel,
  type FieldModel,
  loadModel,
  type ModelChange,
  type ModelDeps,
  type TeamModel,
} from '../../../engine/public.ts'
import { ident, run, sql, type Transaction, transaction } from '../../../platform/db.ts'
import type { TeamUser } from '../../../platform/http/context.ts'
import { keepLinkBack } from '../../cards/public.ts'
import { checkNotInternal, fieldOf, presentAfter } from '../fields.service.ts'
import { catchUp, stageUnlocked } from './catch-up.ts'
import { converter, referenceOf } from './convert.ts'
import {
  beginLongChange,
  insertOperation,
  type TypeChangeRequest,
  type TypeChangeRun,
} from './long-change.ts'
import {
  addListFor,
  createItems,
  findNewItems,
  nameStandIns,
  presentNewItems,
  standInItems,
} from './new-items.ts'
import { dropStage, type OnStaged, type Staged, stage, takeStaged } from './stage.ts'
import { setAside } from './swap.ts'

/** Converts the values like the change, and discards them. */
export async function previewFieldType(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
  input: ChangeType,
): Promise<TypeChangePreview> {
  const model = await deps.models.get(teamUser.teamId)
  const field = fieldOf(model, dataCollectionId, fieldId)
  checkReadsEverywhere(model, teamUser, field, 'dataType')
  const target = targetOf(model, field, input, true)
  return transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = 0`)
    const newItems = await findNewItems({ model, caller: teamUser, executor: client }, field, target)
    const made = newItems && input.makesItems ? standInItems(newItems) : undefined
    const staged = await stage(client, model, field, target, sql`true`, made)
    await dropStage(client, model, target)
    const { filled, converted, lost } = staged
    const samples = newItems
      ? await nameStandIns(client, model, field, target, newItems, staged.samples)
      : staged.samples
    return { filled, converted, lost, samples, newItems: presentNewItems(newItems) }
  })
}

/** The field with the new type. It stays unique if the new type can be. */
function targetOf(model: TeamModel, field: FieldModel, input: ChangeType, canLackList = false): FieldModel {
  const settings = checkSettings(model, input.dataType, input.settings, canLackList)
  const type = fieldType(input.dataType)
  return { ...field, dataType: input.dataType, type, settings, isUnique: field.isUnique && type.canBeUnique }
}

/** Returns when the change is done; with many values when it has started, with its progress in `run`. */
export async function changeFieldType(
  deps: ModelDeps,
  teamUser: TeamUser,
  dataCollectionId: number,
  fieldId: number,
  input: ChangeType,
): Promise<{ field: DataField; operation: OperationRef; run: OperationRun | null }> {
  const current = await deps.models.get(teamUser.teamId)
  checkReadsEverywhere(current, teamUser, fieldOf(current, dataCollectionId, fieldId), 'dataType')
  const request = { dataCollectionId, fieldId, input }
  const started = await beginLongChange(deps, teamUser, request, ({ model }) => {
    const field = fieldOf(model, dataCollectionId, fieldId)
    checkNotInternal(model, field)
    targetOf(model, field, input, input.makesItems)
    return field
  })
  const { operation, run } = started ?? {
    operation: await doChange(deps, teamUser, request, {
      operationOf: ({ client, model }) => insertOperation(client, model, teamUser.teamUserId),
    }),
    run: null,
  }
  return { field: await presentAfter(deps, teamUser, fieldId), operation, run }
}

/** Completes a started change: converts values while others write, and their edits at the end. */
export async function finishLongChange(
  deps: ModelDeps,
  teamUser: TeamUser,
  request: TypeChangeRequest,
  typeChangeRun: TypeChangeRun,
): Promise<void> {
  const { dataCollectionId, fieldId, input } = request
  let staged: { field: FieldModel; target: FieldModel } | undefined
  const before = async (client: Transaction): Promise<void> => {
    // List items can only be created under the lock, so that nobody else creates the same ones.
    if (input.makesItems) return
    const model = await loadModel(client, teamUser.teamId)
    const field = fieldOf(model, dataCollectionId, fieldId)
    const target = targetOf(model, field, input)
    await stageUnlocked(client, model, field, target, typeChangeRun.onStaged)
    staged = { field, target }
  }
  const enter = async ({ client, model }: ModelChange): Promise<number> => {
    const field = fieldOf(model, dataCollectionId, fieldId)
    const isSame = !staged || isSameDefinition(staged.field, field)
    if (!isSame) throw new AppError('in_use')
    return typeChangeRun.enter(client)
  }
  await doChange(deps, teamUser, request, {
    operationOf: enter,
    before,
    onStaged: typeChangeRun.onStaged,
    finish: typeChangeRun.finish,
  })
}

function isSameDefinition(a: FieldModel, b: FieldModel): boolean {
  return JSON.stringify(definitionOf(a)) === JSON.stringify(definitionOf(b))
}

interface ChangeSteps {
  /** Creates the operation, or finds the one already started. */
  operationOf(change: ModelChange): Promise<number>
  before?(client: Transaction): Promise<void>
  onStaged?: OnStaged
  /** At the end of the change's transaction. */
  finish?(client: Transaction, operationId: number): Promise<void>
}

async function doChange(
  deps: ModelDeps,
  teamUser: TeamUser,
  { dataCollectionId, fieldId, input }: TypeChangeRequest,
  { operationOf, before, onStaged, finish }: ChangeSteps,
): Promise<OperationRef> {
  const work = async (change: ModelChange): Promise<OperationRef> => {
    const { target, newListId } = await targetWithList(change, dataCollectionId, fieldId, input)
    const { client, model } = change
    const field = fieldOf(model, dataCollectionId, fieldId)
    checkNotInternal(model, field)
    await lockValues(client, model, field)
    const id = await operationOf(change)
    const context = { model, caller: teamUser, executor: client }
    const newItems = input.makesItems ? await findNewItems(context, field, target) : null
    const reference = referenceOf(target)
    const listId = reference?.to === 'record' ? reference.collectionId : null
    const list = listId === null ? null : { id: listId, isNew: newListId !== null }
    const made = newItems && list ? await createItems(context, deps.pool, newItems, list, id) : undefined
    const isStaged = before !== undefined && !input.makesItems
    const staged = isStaged
      ? await catchUp(client, model, field, target)
      : await stage(client, model, field, target, sql`true`, made, onStaged)
    const after = { ...target, defaultValue: await convertDefault(client, model, field, target) }
    await replaceColumns(client, model, field, after, id, staged, newListId)
    checkFiltersHold(model, await change.reload())
    await keepLinkBack(change, field)
    await refreshCatalogue(client, change.model, field.dataCollectionId, deps.jobs)
    await finish?.(client, id)
    return { id, kind: 'change_field_type', recordCount: staged.filled }
  }
  return changeModel(deps, teamUser.teamId, work, before)
}

/** The field with the new type, with a new list if none is chosen and its texts are to become items. */
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

/** Lets others read, but not write until the transaction ends. */
export async function lockValues(client: Transaction, model: TeamModel, field: FieldModel): Promise<void> {
  await run(client, sql`lock table ${homeTable(model, field)} in share row exclusive mode`)
  if (!isLinks(field)) return
  const links = ident(model.schema, linkTableName(field))
  await run(client, sql`lock table ${links} in share row exclusive mode`)
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
    sql`update ${ident(model.schema, 'operation')} set details = coalesce(details, '{}') || ${JSON.stringify(details)}::jsonb,
          record_count = ${staged.filled} where id = ${operationId}`,
  )
}

function definitionOf({ dataType, settings, isUnique, defaultValue }: FieldModel): Definition {
  return { dataType, settings, isUnique, defaultValue: defaultValue ?? null }
}
