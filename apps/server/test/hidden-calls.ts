/** The calls that the test of hidden values makes as one user: generated ones, and some that no generator would find. */
import { api } from '@muster/contract/api'
import type { AnyEndpoint, Api } from '@muster/contract/endpoint'
import { type CallArguments, callVariants, type Pools } from './call-variants.ts'
import { filtersOf, guess, hiddenColumns, newEmail, newName, type Own, valuesOf } from './hidden-arguments.ts'
import { column, columnName } from './hidden-markers.ts'
import { messageCalls } from './hidden-message-calls.ts'
import type { HiddenUser } from './hidden-users.ts'
import { wizardCalls } from './hidden-wizard-calls.ts'
import type { HiddenWorld } from './hidden-world.ts'
import { writtenCalls } from './hidden-written-calls.ts'

export interface NamedEndpoint {
  name: string
  endpoint: AnyEndpoint
}

export const endpoints: NamedEndpoint[] = Object.entries(api as Record<string, Api>).flatMap(
  ([feature, entries]) =>
    Object.entries(entries).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
)

/** Calls of an endpoint by a user of the world, the most promising ones first; to be made by `resolved`. */
export function callsOf(
  { name, endpoint }: NamedEndpoint,
  world: HiddenWorld,
  user: HiddenUser,
  own: Own,
): CallArguments[] {
  const { written, pools } = materialOf(world, user, own)
  return [...(written[name] ?? []), ...callVariants(endpoint, pools)]
}

interface Material {
  written: Record<string, CallArguments[]>
  pools: Pools
  /** How many ids the user had when it was made: they only become more. */
  ids: number
}

const materials = new WeakMap<Own, Material>()

/** What the calls of all endpoints are made of. */
function materialOf(world: HiddenWorld, user: HiddenUser, own: Own): Material {
  const ids = Object.values(own).flat().length
  const kept = materials.get(own)
  if (kept?.ids === ids) return kept
  const written = {
    ...writtenCalls(world, user, own),
    ...wizardCalls(world, user, own),
    ...messageCalls(world, user, own),
  }
  const made = { written, pools: poolsOf(world, user, own), ids }
  materials.set(own, made)
  return made
}

/** The call with a new value in place of each function. */
export const resolved = (call: CallArguments) => resolve(call) as CallArguments

function resolve(value: unknown): unknown {
  if (typeof value === 'function') return value()
  if (Array.isArray(value)) return value.map(resolve)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]))
}

function poolsOf(world: HiddenWorld, user: HiddenUser, own: Own): Pools {
  const {
    teamId,
    people,
    vault,
    list,
    staff,
    smart,
    gone,
    fields,
    vaultFields,
    runs,
    views,
    publicKeys,
    cards,
  } = world
  const others = [people, vault, list, staff, smart, gone].filter((id) => id !== user.dataCollectionId)
  const ownColumn = columnName(user.column)
  const of = (key: string) => own[key] ?? []
  const collections = [user.dataCollectionId, ...others, ...of('dataCollectionId')]
  const records = [
    user.column === 'item' ? world.items[1] : world.visible[1],
    world.hiddenRecords[0],
    world.moved,
    world.trashed[0],
    world.vaultRecords[0],
    world.items[0],
    ...of('dataRecordId'),
  ]
  const fieldIds = [
    user.dataFieldId,
    fields[column('score')],
    fields[column('gone')],
    vaultFields[column('vault_note')],
    ...of('dataFieldId'),
  ]
  const columns = [ownColumn, ...hiddenColumns(user)]
  const filters = filtersOf(world, user)
  return {
    teamId: [teamId],
    TeamId: [teamId],
    idTeam: [teamId],
    sourceTeamId: [teamId],
    dataCollectionId: collections,
    idParentDataCollection: [people, vault],
    moveFrom: [staff],
    moveTo: [staff, vault],
    addTo: [staff, vault],
    removeFrom: [staff, vault],
    dataRecordId: records,
    afterRecordId: [world.hiddenRecords[0], world.visible[0]],
    survivorId: [world.visible[0], world.items[0], world.hiddenRecords[0]],
    itemId: [world.items[1]],
    id: records,
    add: [world.hiddenRecords[3]],
    remove: [world.hiddenRecords[0]],
    record: [world.visible[0], world.hiddenRecords[0]],
    ...Object.fromEntries(fieldKeys.map((key) => [key, fieldIds])),
    publicKey: [...publicKeys.values()],
    dataViewId: [...Object.values(views), ...of('dataViewId')],
    dataCardId: [...cards.ids, ...of('dataCardId')],
    dataCardGroupId: [...Object.values(cards.groups), ...of('dataCardGroupId')],
    exportId: [...of('exportId'), runs.exportId],
    importId: [...of('importId'), runs.importId],
    importMappingId: [runs.importMappingId],
    scanId: [...of('scanId'), runs.scanId],
    operationId: [...of('operationId'), world.operation],
    continues: [world.operation],
    fileId: [...of('fileId'), ...Object.values(world.files)],
    teamUserId: [world.victim, world.invited],
    userId: ['nobody'],
    sessionId: [...of('sessionId'), 'none'],
    apiTokenId: of('apiTokenId'),
    webhookId: of('webhookId'),
    languageId: ['en'],
    contentLanguageId: ['en'],
    outgoingMessageId: [...of('outgoingMessageId'), world.messages.original],
    outgoingMessageTemplateId: [...of('outgoingMessageTemplateId'), world.messages.template],
    recipientId: world.messages.recipientIds.slice(0, 2),
    senderId: of('senderId'),
    subjectId: of('subjectId'),
    suppressionId: [`EMAIL-${'0'.repeat(64)}`],
    copyOfOutgoingMessageId: of('outgoingMessageId'),
    copyOfOutgoingMessageTemplateId: of('outgoingMessageTemplateId'),
    fromOutgoingMessageId: of('outgoingMessageId'),
    token: [...of('token'), 'not-a-token-of-anybody'],
    // Their own first, so that the others stay for everybody.
    dataWizardId: [...of('dataWizardId'), world.wizards.intake, world.wizards.open],
    wizardRunId: Object.values(world.wizards.runs),
    wizardLinkId: of('wizardLinkId'),
    externalAccessLinkId: [...of('externalAccessLinkId'), world.wizards.personalLink],
    windowId: ['window-0001'],
    key: ['grid'],
    n: [1],
    authProviderUsername: ['me', world.team.admin.email],
    field: [...columns, '@name', '@createdBy'],
    groupBy: columns.map((field) => ({ field, direction: 'asc' })),
    columnName: columns,
    start: [column('day'), ownColumn],
    end: [column('day')],
    allDay: [column('score')],
    onlyStart: [column('score')],
    color: [column('party')],
    location: [column('place'), ownColumn],
    from: ['2031-01-01'],
    to: ['2031-12-31'],
    search: [guess('row'), guess('own'), guess('item'), 'Public', '910000000'],
    q: [guess('row'), guess('own'), guess('vault'), 'Public', '910000000'],
    filter: filters,
    marks: filters,
    rowColors: filters.slice(0, 8).map((filter) => ({ filter, color: '#e5484d' })),
    membershipDataFilter: filters,
    rowFilter: filters,
    executionCondition: filters,
    where: filters,
    cursor: ['WyJ4Il0'],
    values: valuesOf(user),
    set: valuesOf(user),
    version: [1],
    limit: [1000],
    countObjects: ['1'],
    deleted: [true, false, '1'],
    count: ['exact', 'estimate'],
    name: [newName],
    pluralName: [newName],
    internalName: [newName],
    title: [newName],
    email: [newEmail],
    icon: ['fas fa-table'],
    dataType: ['plain_text', 'single_selection_from_list', 'number'],
    settings: [{}],
    defaultValue: [null],
    membershipOrder: ['name', column('score'), 'manual'],
    itemUrl: [''],
    missingRecordRedirectUrl: [''],
    primaryTimezone: ['UTC'],
    country: ['US'],
    currency: ['USD'],
    password: ['a long password'],
    currentPassword: ['a long password'],
    newPassword: ['a long password'],
    blueprintMarketplacePrice: [null],
    blueprintMarketplaceCurrency: [null],
    size: ['96'],
    kinds: ['document', 'image'],
    saveAs: [newName],
  }
}

const fieldKeys = [
  'dataFieldId',
  'groupDataFieldId',
  'imageDataFieldId',
  'colorDataFieldId',
  'recordNameDataFieldId',
  'itemUrlOverrideDataFieldId',
  'sourceDataFieldId',
  'eventStartDataFieldId',
  'eventEndDataFieldId',
  'allDayDataFieldId',
  'onlyShowOnStartDateDataFieldId',
  'dateDataFieldId',
  'mapLocationDataFieldId',
  'urlDataFieldId',
  'IdDataFieldDataObjectName',
  'IdDataFieldDataObjectAvatar',
]
