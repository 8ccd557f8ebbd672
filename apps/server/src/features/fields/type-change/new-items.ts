/** Finds the texts of a field that become new list items, and creates those items. */

import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import { mostNewItems, type TypeChangePreview } from '@muster/contract/fields/fields.schema'
import { plainText as plainTextType } from '@muster/contract/fields/types/plain_text'
import type pg from 'pg'
import {
  allOn,
  type Caller,
  checkNew,
  createRecords,
  everything,
  type FieldModel,
  fillNumbers,
  homeAccess,
  homeContext,
  invalid,
  type ModelChange,
  systemFor,
  type TeamModel,
  type TreeAccess,
  type WriteContext,
} from '../../../engine/public.ts'
import { sql, type Transaction } from '../../../platform/db.ts'

import { addCollection } from '../../collections/public.ts'
import { isSameThing, itemKey, type MadeItems, read, referenceOf, texter, tidy } from './convert.ts'
import { eachBatch } from './stage.ts'

const maxNames = 10

/** Items that could be created. */
export interface NewItems {
  /** Names by `itemKey`, in the order of the records. */
  names: Map<string, string>
  isMore: boolean
  mayCreate: boolean
}

/** Which labels may become items, and whether the caller may create them. */
interface ItemRules {
  canBe(label: string): boolean
  mayCreate: boolean
}

/**
 * The texts that would be valid values if they were items; null if the target does not choose from a list.
 * Names that several items share are left out: another item of that name would not resolve the ambiguity.
 */
export async function findNewItems(
  { executor, model, caller }: Omit<WriteContext, 'access'>,
  field: FieldModel,
  target: FieldModel,
): Promise<NewItems | null> {
  const reference = referenceOf(target)
  if (target.type.family !== 'choice' || reference?.to !== 'record' || isSameThing(field, target)) return null
  const { canBe, mayCreate } = itemRulesOf(model, caller, reference.collectionId)
  const newItems: NewItems = { names: new Map(), isMore: false, mayCreate }
  const texts = texter(executor, model, field, target)
  await eachBatch(executor, model, field, sql`true`, async (batch) => {
    if (newItems.isMore) return
    const parsed = await texts(batch.map(({ value }) => value))
    for (const text of new Set(parsed.texts)) {
      const { idOf } = parsed.context
      const labels = target.type.labelsIn?.(text, parsed.context) ?? []
      const missing = labels.filter((label) => idOf?.(label) === undefined)
      const isGood = (label: string) =>
        itemKey(label) !== '' &&
        !/^#\d+$/.test(label) &&
        !parsed.several.has(itemKey(label)) &&
        canBe(tidy(label))
      if (missing.length === 0 || !missing.every(isGood)) continue
      // Stand-in ids, different from all real ones, show whether the text is valid once its labels are items.
      const standIns = new Map(missing.map((label, n) => [itemKey(label), firstStandIn + n]))
      const standInIdOf = (label: string) => idOf?.(label) ?? standIns.get(itemKey(label))
      if (read(text, target, { ...parsed.context, idOf: standInIdOf }) === null) continue
      for (const label of missing) addNewItem(newItems, label)
    }
  })
  return newItems
}

const firstStandIn = 2 ** 52

function addNewItem(newItems: NewItems, label: string): void {
  const key = itemKey(label)
  if (newItems.names.has(key)) return
  if (newItems.names.size < mostNewItems) newItems.names.set(key, tidy(label))
  else newItems.isMore = true
}

function itemRulesOf(model: TeamModel, caller: Caller, listId: number | null): ItemRules {
  if (listId === null) {
    // A new list has no rules yet, and users who change types may create lists.
    const settings = plainTextType.settings.parse({})
    return { canBe: (label) => plainTextType.parse(label, settings).ok, mayCreate: true }
  }
  const context = homeContext({ model, caller: everything }, listId)
  const { home } = context.access
  const named = home.fields.find(({ id }) => id === home.nameFieldId)
  if (named?.type.storage !== 'text') return { canBe: () => false, mayCreate: false }
  const canBe = (label: string) => checkNew(context, { [named.columnName]: label }).errors.length === 0
  return { canBe, mayCreate: mayCreateIn(model, caller, listId, named) }
}

function mayCreateIn(model: TeamModel, caller: Caller, listId: number, named: FieldModel): boolean {
  try {
    const access = homeAccess(model, caller, listId)
    return access.updatable === 'all' && access.fields.get(named.columnName)?.update === 'all'
  } catch {
    return false
  }
}

/** The new items as a preview shows them. */
export function presentNewItems(newItems: NewItems | null): TypeChangePreview['newItems'] {
  if (!newItems || newItems.names.size === 0) return null
  const { names, isMore, mayCreate } = newItems
  return { count: names.size, isMore, names: [...names.values()].slice(0, maxNames), mayCreate }
}

/** Adds the new items' names to samples with stand-in ids. */
export async function nameStandIns(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  { names }: NewItems,
  samples: TypeChangePreview['samples'],
): Promise<TypeChangePreview['samples']> {
  const { texts, context } = await texter(client, model, field, target)(samples.map(({ before }) => before))
  return samples.map((sample, n) => {
    if (![sample.after].flat().some((id) => Number(id) >= firstStandIn)) return sample
    const labels = target.type.labelsIn?.(texts[n] ?? '', context) ?? []
    return { ...sample, text: labels.map((label) => names.get(itemKey(label)) ?? tidy(label)).join('; ') }
  })
}

/** Stand-in ids for the new items, for a preview. */
export function standInItems({ names, isMore, mayCreate }: NewItems): MadeItems {
  if (isMore || !mayCreate) return new Map()
  return new Map([...names.keys()].map((key, n) => [key, firstStandIn + n]))
}

/** @throws AppError validation_failed for too many items, or if the caller may not create them */
export async function createItems(
  { model, caller: by, executor }: Omit<WriteContext, 'access'>,
  pool: pg.Pool,
  newItems: NewItems,
  list: { id: number; isNew: boolean },
  operationId: number,
): Promise<MadeItems> {
  if (newItems.names.size === 0) return new Map()
  if (newItems.isMore) throw invalid('makesItems', 'too_many_new_items', { max: mostNewItems })
  const caller: Caller = list.isNew ? systemFor(by.teamUserId, allOn(list.id)) : by
  if (!list.isNew && !newItems.mayCreate) throw invalid('makesItems', 'read_only')
  const context = homeContext({ model, caller, executor }, list.id)
  const values = valuesOf(context, [...newItems.names.values()])
  if (!list.isNew) await fillNumbers(pool, model, context.access.home, values)
  const items = values.map((v) => ({ v }))
  const { ids, bad } = await createRecords(context, items, operationId)
  if (bad.length > 0) throw invalid('makesItems', 'default_gone')
  return new Map([...newItems.names.keys()].map((key, n) => [key, ids[n] as number]))
}

function valuesOf(tree: TreeAccess, names: readonly string[]): Record<string, unknown>[] {
  const { home } = tree.access
  const named = home.fields.find(({ id }) => id === home.nameFieldId)!
  return names.map((name) => {
    const { values, errors } = checkNew(tree, { [named.columnName]: name })
    if (errors.length > 0) throw invalid('makesItems', 'read_only')
    return values
  })
}

/** Creates a list named after the field, for its texts. */
export async function addListFor(change: ModelChange, { title }: FieldModel): Promise<number> {
  const name = title.slice(0, 100)
  const input = createCollectionBody.parse({ name, pluralName: name, icon: 'fas fa-list' })
  return addCollection(change, {
    ...input,
    IsUsedAsCustomList: true,
    isShownInSidebar: false,
    isGloballySearchable: false,
  })
}
