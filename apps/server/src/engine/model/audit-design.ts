/**
 * Records in the audit log how a change of a team's model changed its design, by comparing the model before and after:
 * whatever feature made the change, nothing is left out. Roles and settings are recorded by their features.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AuditSubject } from '@muster/contract/audit/audit.schema'
import type { RowColor } from '@muster/contract/views/views.schema'
import { type AuditEntry, type AuditValues, auditAll } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/db.ts'
import { collectionName, fieldTitle, filterWithNames, sortWithNames, withNames } from './audit-names.ts'
import type { CardGroupModel, CardModel, CollectionModel, FieldModel, TeamModel, ViewModel } from './model.ts'

/** One kind of things in a model: its parts by id, and what is recorded of each. */
interface Part<Item> {
  subject: AuditSubject
  itemsOf(model: TeamModel): ReadonlyMap<number, Item>
  nameOf(item: Item): string
  isDeleted(item: Item): boolean
  /** With names instead of ids, since ids say nothing once something is gone. */
  valuesOf(item: Item, model: TeamModel): AuditValues
  /** Whether it concerns only its owner. */
  isPrivate?(item: Item): boolean
}

const collections: Part<CollectionModel> = {
  subject: 'data_collection',
  itemsOf: (model) => model.collections,
  nameOf: ({ pluralName }) => pluralName,
  isDeleted: ({ deletedAt }) => deletedAt !== null,
  valuesOf: (collection, model) => ({
    name: collection.name,
    nameTranslations: collection.nameTranslations,
    pluralName: collection.pluralName,
    pluralNameTranslations: collection.pluralNameTranslations,
    description: collection.description,
    icon: collection.icon,
    parent: collectionName(model, collection.parentId),
    isSmartCollection: collection.isSmartCollection,
    membershipDataFilter: filterWithNames(model, collection.membershipDataFilter, collection),
    isGloballySearchable: collection.isGloballySearchable,
    isShownInSidebar: collection.isShownInSidebar,
    isShownOnTeamDashboard: collection.isShownOnTeamDashboard,
    representsPeople: collection.representsPeople,
    isUsedAsCustomList: collection.isUsedAsCustomList,
    nameField: fieldTitle(model, collection.nameFieldId),
    avatarField: fieldTitle(model, collection.avatarFieldId),
  }),
}

const fields: Part<FieldModel> = {
  subject: 'data_field',
  itemsOf: (model) => model.fields,
  nameOf: ({ title }) => title,
  isDeleted: ({ deletedAt }) => deletedAt !== null,
  valuesOf: (field, model) => ({
    title: field.title,
    titleTranslations: field.titleTranslations,
    collection: collectionName(model, field.dataCollectionId),
    columnName: field.columnName,
    dataType: field.dataType,
    description: field.description,
    helpText: field.helpText,
    isRequired: field.isRequired,
    isUnique: field.isUnique,
    defaultValue: field.defaultValue,
    settings: withNames(model, field.settings),
  }),
}

const views: Part<ViewModel> = {
  subject: 'data_view',
  itemsOf: (model) => model.views,
  nameOf: ({ internalName }) => internalName,
  isDeleted: () => false,
  isPrivate: ({ sharing }) => sharing === 'personal',
  valuesOf: (view, model) => {
    // Its key is as good as a password, and nobody decides on compiled styles.
    const { id: _id, publicKey: _key, rank: _rank, updatedAt: _at, ownedBy: _owner, ...rest } = view
    const { scopedExternalCss: _external, scopedInternalCss: _internal, ...settings } = rest
    const { filter, sort, displayOptions, ...others } = settings
    const collection = model.collections.get(view.dataCollectionId)
    const { rowColors, ...options } = displayOptions as { rowColors?: RowColor[] }
    return {
      ...withNames(model, { ...others, ...options }),
      ...(rowColors?.length && {
        rowColors: rowColors.map((rule) => ({
          ...rule,
          filter: filterWithNames(model, rule.filter, collection),
        })),
      }),
      filter: filterWithNames(model, filter, collection),
      sort: sortWithNames(sort, collection),
    }
  },
}

const cards: Part<CardModel> = {
  subject: 'data_card',
  itemsOf: (model) => model.cards,
  nameOf: ({ title }) => title,
  isDeleted: () => false,
  valuesOf: ({ id: _id, fields: shown, ...settings }, model) => {
    const listed = (isColumn: boolean) =>
      shown
        .filter((field) => field.isColumn === isColumn)
        .map(({ isColumn: _isColumn, ...field }) => withNames(model, field))
    return { ...withNames(model, settings), fieldsShown: listed(false), fieldsShownAsColumns: listed(true) }
  },
}

const cardGroups: Part<CardGroupModel> = {
  subject: 'data_card_group',
  itemsOf: (model) => model.cardGroups,
  nameOf: ({ name }) => name,
  isDeleted: () => false,
  valuesOf: ({ name, nameTranslations, icon, dataCollectionId, dataCardIds }, model) => ({
    name,
    nameTranslations,
    icon,
    collection: collectionName(model, dataCollectionId),
    cards: dataCardIds.map((id) => model.cards.get(id)?.title ?? null),
  }),
}

/** Adds an event for each collection, field, view, card and tab that differs. */
export async function auditDesign(client: Transaction, before: TeamModel, after: TeamModel): Promise<void> {
  await auditAll(client, [
    ...changesOf(collections, before, after),
    ...changesOf(fields, before, after),
    ...changesOf(views, before, after),
    ...changesOf(cards, before, after),
    ...changesOf(cardGroups, before, after),
  ])
}

function changesOf<Item>(part: Part<Item>, before: TeamModel, after: TeamModel): AuditEntry[] {
  const [old, current] = [part.itemsOf(before), part.itemsOf(after)]
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((id) => {
    const was = old.get(id)
    const is = current.get(id)
    const shown = is ?? was
    if (shown === undefined || [was, is].every((item) => !item || part.isPrivate?.(item))) return []
    const { subject } = part
    const entry = (rest: Pick<AuditEntry, 'action' | 'before' | 'after'>): AuditEntry[] => [
      { teamId: after.teamId, subject, subjectId: id, name: part.nameOf(shown), ...rest },
    ]
    const existed = was !== undefined && !part.isDeleted(was)
    const exists = is !== undefined && !part.isDeleted(is)
    if (!existed && !exists) return []
    if (!existed) {
      return entry({ action: was ? 'restored' : 'created', after: part.valuesOf(is!, after) })
    }
    const oldValues = part.valuesOf(was, before)
    if (!exists) return entry({ action: 'deleted', before: oldValues })
    const values = part.valuesOf(is, after)
    // Whatever changed only with what it refers to, such as the name of its collection, is not its own change.
    if (isDeepStrictEqual(part.valuesOf(was, after), values)) return []
    return entry({ action: 'updated', before: oldValues, after: values })
  })
}
