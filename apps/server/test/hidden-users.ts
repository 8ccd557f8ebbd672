/** The users of `hiddenWorld`: each reads one column under one row rule and has at most one feature permission. */
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import type { FastifyInstance } from 'fastify'
import type { Grant, TestTeam, TestUser } from './a-team.ts'
import { type Client, clientOf } from './client.ts'
import { column, columnName, type Readable, readable, visibleItems, visibleRegion } from './hidden-markers.ts'

/** What a user may write: nothing, the column in visible records, or the column in all records. */
type Writes = 'nothing' | 'visible' | 'all'

export interface HiddenUser extends TestUser {
  label: string
  client: Client
  permission: FeaturePermission | null
  column: Readable
  /** The collection with the column. */
  dataCollectionId: number
  dataFieldId: number
  /** Gets more variants of each call than the others, which differ in their feature permission only. */
  isFocus: boolean
}

interface Parts {
  team: TestTeam
  people: number
  list: number
  /** Ids of fields by column name. */
  fields: Record<string, number>
  listFields: Record<string, number>
}

/** Permissions that open endpoints which exist today, and none. */
const focused: readonly (FeaturePermission | null)[] = [
  null,
  'integrations_zapier',
  'team_admin_data_collections',
  'team_admin_users',
]

export async function hiddenUsers(app: FastifyInstance, parts: Parts): Promise<HiddenUser[]> {
  const users: HiddenUser[] = []
  const add = async (permission: FeaturePermission | null, name: Readable, writes: Writes) => {
    users.push(await aUser(app, parts, permission, name, writes))
  }
  for (const permission of [null, ...featurePermissions]) {
    await add(permission, 'name', 'nothing')
    await add(permission, 'name', 'visible')
    await add(permission, 'amount', 'nothing')
  }
  for (const permission of focused) {
    await add(permission, 'name', 'all')
    await add(permission, 'friends', 'visible')
    for (const name of Object.keys(readable) as Readable[]) {
      if (name !== 'name' && name !== 'amount') await add(permission, name, 'nothing')
    }
  }
  return users
}

async function aUser(
  app: FastifyInstance,
  { team, people, list, fields, listFields }: Parts,
  permission: FeaturePermission | null,
  name: Readable,
  writes: Writes,
): Promise<HiddenUser> {
  const dataCollectionId = name === 'item' ? list : people
  const dataFieldId = (name === 'item' ? listFields : fields)[columnName(name)]!
  const rowFilter =
    name === 'item'
      ? { field: 'name', op: 'anyOf', value: visibleItems }
      : { field: column('region'), op: 'is', value: visibleRegion }
  const grants: Grant[] = [
    { permission: 'read_data_field_data', dataFieldId, rowFilter },
    { permission: 'run_data_wizard' },
  ]
  if (writes === 'visible') {
    grants.push({ permission: 'update_data_field_data', dataFieldId, rowFilter })
    grants.push({ permission: 'delete_data_records', dataCollectionId, rowFilter })
    grants.push({ permission: 'read_data_record_metadata', dataCollectionId, rowFilter })
  }
  // Only those who may write all records can import.
  if (writes === 'all') grants.push({ permission: 'update_data_field_data', dataCollectionId })
  const user = await team.user({ featurePermissions: permission ? [permission] : [], grants })
  return {
    ...user,
    label: `${permission ?? 'no feature permission'}, reads ${name}, writes ${writes}`,
    client: clientOf(app, user),
    permission,
    column: name,
    dataCollectionId,
    dataFieldId,
    isFocus: focused.includes(permission) || permission === 'team_admin_data_wizards',
  }
}
