/** Creates the sample teams of a first start, through the same services as other teams. */

import { Readable } from 'node:stream'
import { cardTypeRules, linkTargetOf } from '@muster/contract/cards/cards.rules'
import { createCardBody, createGroupBody } from '@muster/contract/cards/cards.schema'
import { createCollectionBody } from '@muster/contract/collections/collections.schema'
import type { Language, Translations } from '@muster/contract/paging'
import { createViewBody, displayOptionsSchema } from '@muster/contract/views/views.schema'
import { civicMuseum } from '../../../samples/civic-museum.ts'
import { harborFoodBank } from '../../../samples/harbor-food-bank.ts'
import type {
  Lookup,
  SampleCardGroup,
  SampleCollection,
  SampleField,
  SampleRecord,
  SampleTeam,
  SampleView,
  Texts,
} from '../../../samples/sample.ts'
import { addFields, type NewField } from '../../engine/public.design.ts'
import {
  bulk,
  changeModel,
  type Deps,
  keepIndexesSoon,
  type ModelChange,
  treeContext,
} from '../../engine/public.ts'
import { ident, run, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { addCard, addGroup } from '../cards/public.ts'
import { addCollection, setAvatarField } from '../collections/public.ts'
import { FilesService } from '../files/public.ts'
import { queueReadNames } from '../search/public.ts'
import { createTeam, type NewTeam } from '../teams/public.ts'
import { addView } from '../views/public.ts'
import { createMessages } from './sample-messages.ts'
import { createWizards } from './sample-wizards.ts'
import { createWork } from './sample-work.ts'

/** Creates the museum with its real tables, and a small team of another brand and language. */
export async function createSampleTeam(deps: Deps, admin: NewTeam['admin']): Promise<{ teamIds: number[] }> {
  const teamIds = []
  for (const sample of [civicMuseum, harborFoodBank]) teamIds.push(await buildTeam(deps, admin, sample))
  // Jobs that requests would have queued.
  for (const teamId of teamIds) {
    await keepIndexesSoon(deps, teamId)
    await queueReadNames(deps, teamId)
  }
  return { teamIds }
}

/** @returns the team's id */
async function buildTeam(deps: Deps, admin: NewTeam['admin'], sample: SampleTeam): Promise<number> {
  const { teamId, teamUserId, memberRoleId } = await createTeam(deps, { ...sample.team, admin })
  await run(
    deps.pool,
    sql`update muster.team set available_data_languages = '{en,es,fr}' where id = ${teamId}`,
  )
  const teamUser: TeamUser = {
    kind: 'team_user',
    teamId,
    teamUserId,
    isTeamAdmin: true,
    userRoleIds: [memberRoleId],
    featurePermissions: [],
  }
  const known = new SampleIds()
  await storeFiles(deps, teamUser, sample, known)
  // Filters of smart collections refer to records, so that they are created after those.
  const isSmart = ({ filter }: SampleCollection) => filter !== undefined
  const plain = sample.collections.filter((collection) => !isSmart(collection))
  await changeModel(deps, teamId, async (change) => {
    for (const collection of plain) await createCollection(change, sample.language, collection, known)
  })
  for (const collection of plain) await createRecords(deps, teamUser, collection, known)
  await changeModel(deps, teamId, async (change) => {
    for (const collection of sample.collections.filter(isSmart)) {
      await createCollection(change, sample.language, collection, known)
    }
    for (const group of sample.cardGroups ?? []) await createCardGroup(change, sample.language, group, known)
    for (const view of sample.views ?? []) await createView(change, teamUser, view, known)
  })
  if (sample.work) await createWork(deps, teamUser, sample.work, (key) => known.collection(key))
  if (sample.wizards) await createWizards(deps, teamUser, sample.language, sample.wizards, known)
  if (sample.messages) await createMessages(deps, teamUser, sample.language, sample.messages, known)
  return teamId
}

/** Maps the sample's keys to ids. */
class SampleIds implements Lookup {
  readonly ids = new Map<string, number>()
  readonly files = new Map<string, string>()

  collection(key: string): number {
    return this.found(this.ids, `collection ${key}`)
  }

  record(collectionKey: string, recordKey: string): number {
    return this.found(this.ids, `record ${collectionKey} ${recordKey}`)
  }

  file(name: string): string {
    return this.found(this.files, name)
  }

  private found<Id>(map: Map<string, Id>, key: string): Id {
    const id = map.get(key)
    if (id === undefined) throw new Error(`The sample has no ${key}`)
    return id
  }
}

async function storeFiles(
  deps: Deps,
  teamUser: TeamUser,
  { files = [] }: SampleTeam,
  known: SampleIds,
): Promise<void> {
  const service = new FilesService(deps)
  for (const { name, bytes } of files) {
    const { id } = await service.upload(teamUser, name, Readable.from([bytes()]))
    known.files.set(name, id)
  }
}

async function createCollection(
  change: ModelChange,
  language: Language,
  sample: SampleCollection,
  known: SampleIds,
): Promise<void> {
  const id = await addCollection(
    change,
    createCollectionBody.parse({
      name: sample.name[language],
      nameTranslations: translationsOf(sample.name, language),
      pluralName: sample.pluralName[language],
      pluralNameTranslations: translationsOf(sample.pluralName, language),
      description: sample.description ?? '',
      icon: sample.icon,
      idParentDataCollection: sample.parent === undefined ? null : known.collection(sample.parent),
      isSmartCollection: sample.filter !== undefined,
      membershipDataFilter: sample.filter?.(known) ?? null,
      IsUsedAsCustomList: sample.isList ?? false,
      representsPeople: sample.representsPeople ?? false,
      isShownInSidebar: sample.isShownInSidebar ?? true,
      isShownOnTeamDashboard: sample.isShownOnTeamDashboard ?? false,
    }),
  )
  known.ids.set(`collection ${sample.key}`, id)
  // Lists already have fields for names in the team's languages.
  const existing = change.model.collections.get(id)?.fieldsByColumn
  const fields = (sample.fields ?? [])
    .filter(({ column }) => !existing?.has(column))
    .map((field) => newField(field, language, known))
  if (fields.length > 0) await addFields(change, id, fields)
  if (sample.avatar === undefined) return
  const avatar = change.model.collections.get(id)?.fieldsByColumn.get(sample.avatar)
  if (avatar) await setAvatarField(change, id, avatar.id)
}

function newField(sample: SampleField, language: Language, known: SampleIds): NewField {
  return {
    ...sample.options,
    title: sample.title[language],
    titleTranslations: translationsOf(sample.title, language),
    columnName: sample.column,
    dataType: sample.dataType,
    settings: {
      ...sample.settings,
      ...(sample.list !== undefined && { listId: known.collection(sample.list) }),
      ...(sample.links !== undefined && { dataCollectionId: known.collection(sample.links) }),
    },
  }
}

function translationsOf(texts: Texts, language: Language): Translations {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => key !== language))
}

async function createRecords(
  deps: Deps,
  teamUser: TeamUser,
  sample: SampleCollection,
  known: SampleIds,
): Promise<void> {
  const model = await deps.models.get(teamUser.teamId)
  // Operations of the system, so that the administrator's first undo affects their own.
  const caller = { ...teamUser, teamUserId: 0 }
  const context = treeContext({ model, caller, executor: deps.pool }, known.collection(sample.key))
  for (const records of sample.records?.(known) ?? []) {
    const create = records.map(({ values }) => ({ values }))
    const { created } = await bulk(deps, context, { create, update: [], skipBad: false })
    rememberIds(known, sample, records, created)
    // The planner has no statistics of tables that were just filled, and later ones link to this one.
    for (const table of [context.access.home.tableName, 'data_record']) {
      await run(deps.pool, sql`analyze ${ident(model.schema, table)}`)
    }
  }
}

async function createCardGroup(
  change: ModelChange,
  language: Language,
  { collection, name, icon, cards }: SampleCardGroup,
  known: SampleIds,
): Promise<void> {
  const dataCollectionId = known.collection(collection)
  const fieldIn = (collectionId: number, column: string) => {
    const field = change.model.collections.get(collectionId)?.fieldsByColumn.get(column)
    if (!field) throw new Error(`The sample has no field ${column}`)
    return field
  }
  const dataCardIds: number[] = []
  for (const { title, type = 'form', width = 'full', fields = [], source, from } of cards) {
    const [fromKey, fromColumn] = from ?? []
    const by =
      fromKey !== undefined && fromColumn !== undefined
        ? fieldIn(known.collection(fromKey), fromColumn)
        : source === undefined
          ? undefined
          : fieldIn(dataCollectionId, source)
    const listedId = by && (from ? by.dataCollectionId : (linkTargetOf(by) ?? dataCollectionId))
    const shown = fields.map((column) => ({ dataFieldId: fieldIn(listedId ?? dataCollectionId, column).id }))
    const card = createCardBody.parse({
      dataCollectionId,
      title: title[language],
      titleTranslations: translationsOf(title, language),
      cardType: type,
      displayWidth: width,
      sourceDataFieldId: by?.id ?? null,
      isReverse: from !== undefined,
      [cardTypeRules[type].fields]: shown,
    })
    dataCardIds.push(await addCard(change, card))
  }
  const group = {
    dataCollectionId,
    name: name[language],
    nameTranslations: translationsOf(name, language),
    icon,
    dataCardIds,
  }
  await addGroup(change, createGroupBody.parse(group))
}

async function createView(
  change: ModelChange,
  teamUser: TeamUser,
  { collection, type, name, description, fields = [], filters = [], more }: SampleView,
  known: SampleIds,
): Promise<void> {
  const dataCollectionId = known.collection(collection)
  const field = (column: string): number => {
    const found = change.model.collections.get(dataCollectionId)?.fieldsByColumn.get(column)
    if (!found) throw new Error(`The sample has no field ${column}`)
    return found.id
  }
  const entries = (columns: readonly string[]) => columns.map((column) => ({ dataFieldId: field(column) }))
  const { displayOptions, ...rest } = more?.(field) ?? {}
  const view = createViewBody.parse({
    dataCollectionId,
    type,
    internalName: name,
    internalDescription: description,
    recordNameDataFieldId: field('name'),
    displayedFields: entries(fields),
    filterFields: entries(filters),
    ...rest,
    displayOptions: displayOptionsSchema.parse(displayOptions ?? {}),
  })
  await addView(change, teamUser, view)
}

/** Also maps records of a child collection by the key of its parent. */
function rememberIds(
  known: SampleIds,
  { key, parent }: SampleCollection,
  records: readonly SampleRecord[],
  ids: readonly number[],
): void {
  for (const [index, record] of records.entries()) {
    const id = ids[index]
    if (record.key === undefined || id === undefined) continue
    for (const owner of [key, parent]) known.ids.set(`record ${owner} ${record.key}`, id)
  }
}
