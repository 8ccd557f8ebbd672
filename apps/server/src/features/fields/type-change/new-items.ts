/** Texts of a field that become items of the list it chooses from: which ones they are, and making them. */

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

/** Items that could be made. */
export interface Wishes {
  /** Names by `itemKey`, in the order of the records. */
  names: Map<string, string>
  isMore: boolean
  mayCreate: boolean
}

/** What names an item and who makes it. */
interface Maker {
  canBe(label: string): boolean
  mayCreate: boolean
}

/**
 * The texts that would be values if they were items; null where the target is no choice from a list. What several
 * items are called is left alone: another of that name would not tell them apart.
 */
export async function wishedItems(
  { executor, model, caller }: Omit<WriteContext, 'access'>,
  field: FieldModel,
  target: FieldModel,
): Promise<Wishes | null> {
  const reference = referenceOf(target)
  if (target.type.family !== 'choice' || reference?.to !== 'record' || isSameThing(field, target)) return null
  const { canBe, mayCreate } = makerOf(model, caller, reference.collectionId)
  const wishes: Wishes = { names: new Map(), isMore: false, mayCreate }
  const texts = texter(executor, model, field, target)
  await eachBatch(executor, model, field, sql`true`, async (batch) => {
    if (wishes.isMore) return
    const told = await texts(batch.map(({ value }) => value))
    for (const text of new Set(told.texts)) {
      const { idOf } = told.context
      const labels = target.type.labelsIn?.(text, told.context) ?? []
      const missing = labels.filter((label) => idOf?.(label) === undefined)
      const isGood = (label: string) =>
        itemKey(label) !== '' &&
        !/^#\d+$/.test(label) &&
        !told.several.has(itemKey(label)) &&
        canBe(tidy(label))
      if (missing.length === 0 || !missing.every(isGood)) continue
      // Stand-ins unlike all ids tell whether the text is a value once its labels are items.
      const standIns = new Map(missing.map((label, n) => [itemKey(label), firstStandIn + n]))
      const asIf = (label: string) => idOf?.(label) ?? standIns.get(itemKey(label))
      if (read(text, target, { ...told.context, idOf: asIf }) === null) continue
      for (const label of missing) addWish(wishes, label)
    }
  })
  return wishes
}

const firstStandIn = 2 ** 52

function addWish(wishes: Wishes, label: string): void {
  const key = itemKey(label)
  if (wishes.names.has(key)) return
  if (wishes.names.size < mostNewItems) wishes.names.set(key, tidy(label))
  else wishes.isMore = true
}

function makerOf(model: TeamModel, caller: Caller, listId: number | null): Maker {
  if (listId === null) {
    // A new list has no rules yet, and who changes types may make lists.
    const settings = plainTextType.settings.parse({})
    return { canBe: (label) => plainTextType.parse(label, settings).ok, mayCreate: true }
  }
  const full = homeContext({ model, caller: everything }, listId)
  const { home } = full.access
  const named = home.fields.find(({ id }) => id === home.nameFieldId)
  if (named?.type.storage !== 'text') return { canBe: () => false, mayCreate: false }
  const canBe = (label: string) => checkNew(full, { [named.columnName]: label }).errors.length === 0
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

/** What a preview tells of the items. */
export function tellWishes(wishes: Wishes | null): TypeChangePreview['newItems'] {
  if (!wishes || wishes.names.size === 0) return null
  const { names, isMore, mayCreate } = wishes
  return { count: names.size, isMore, names: [...names.values()].slice(0, maxNames), mayCreate }
}

/** Examples whose items are not there yet say the items' names. */
export async function nameStandIns(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  target: FieldModel,
  { names }: Wishes,
  samples: TypeChangePreview['samples'],
): Promise<TypeChangePreview['samples']> {
  const { texts, context } = await texter(client, model, field, target)(samples.map(({ before }) => before))
  return samples.map((sample, n) => {
    if (![sample.after].flat().some((id) => Number(id) >= firstStandIn)) return sample
    const labels = target.type.labelsIn?.(texts[n] ?? '', context) ?? []
    return { ...sample, text: labels.map((label) => names.get(itemKey(label)) ?? tidy(label)).join('; ') }
  })
}

/** Stand-ins for the items, for a preview. */
export function asIfMade({ names, isMore, mayCreate }: Wishes): MadeItems {
  if (isMore || !mayCreate) return new Map()
  return new Map([...names.keys()].map((key, n) => [key, firstStandIn + n]))
}

/** @throws AppError validation_failed when there are too many or the caller may not make them */
export async function makeItems(
  { model, caller: by, executor }: Omit<WriteContext, 'access'>,
  pool: pg.Pool,
  wishes: Wishes,
  list: { id: number; isNew: boolean },
  operationId: number,
): Promise<MadeItems> {
  if (wishes.names.size === 0) return new Map()
  if (wishes.isMore) throw invalid('makesItems', 'too_many_new_items', { max: mostNewItems })
  const caller: Caller = list.isNew ? systemFor(by.teamUserId, allOn(list.id)) : by
  if (!list.isNew && !wishes.mayCreate) throw invalid('makesItems', 'read_only')
  const context = homeContext({ model, caller, executor }, list.id)
  const values = valuesOf(context, [...wishes.names.values()])
  if (!list.isNew) await fillNumbers(pool, model, context.access.home, values)
  const items = values.map((v) => ({ v }))
  const { ids, bad } = await createRecords(context, items, operationId)
  if (bad.length > 0) throw invalid('makesItems', 'default_gone')
  return new Map([...wishes.names.keys()].map((key, n) => [key, ids[n] as number]))
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

/** A list named after the field, for its texts. */
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
