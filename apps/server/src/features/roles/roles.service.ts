/** User roles: what their holders may do, changed by team admins and applied to open sessions at once. */
import type { Body } from '@muster/contract/endpoint'
import { AppError } from '@muster/contract/errors'
import type {
  AccessExplanation,
  AccessSubject,
  DataPermissionGrant,
  rolesApi,
  UserRoleDetail,
} from '@muster/contract/roles/roles.api'
import {
  changeModel,
  type Deps,
  everything,
  explainAccess,
  homeContext,
  type ModelChange,
  type TeamModel,
  type TeamUserCaller,
} from '../../engine/public.ts'
import { type AuditValues, audit } from '../../platform/audit.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { wizardIds } from '../wizards/public.ts'
import { checkDataPermissions } from './check-data-permissions.ts'
import {
  countTeamAdmins,
  deleteRole,
  findReader,
  findRole,
  insertRole,
  isNameTaken,
  listRoles,
  setDataPermissions,
  setFeaturePermissions,
  touchRole,
  updateRole,
} from './roles.repo.ts'

type Input<Name extends 'create' | 'update' | 'setDataPermissions' | 'explain'> = Body<
  (typeof rolesApi)[Name]
>

export function rolesService(deps: Deps) {
  const { pool, live, models } = deps

  async function get(teamId: number, userRoleId: number): Promise<UserRoleDetail> {
    const role = await findRole(pool, teamId, userRoleId)
    if (!role) throw new AppError('not_found')
    return role
  }

  /** Tells open pages whose menus, guards and data follow: of one role's users, or without one of all. */
  async function announce(teamId: number, userRoleId?: number): Promise<void> {
    await live.changed(teamId, {
      kind: 'permissions',
      ...(userRoleId === undefined ? {} : { of: { userRoleId } }),
    })
  }

  async function create({ teamId }: TeamUser, input: Input<'create'>): Promise<UserRoleDetail> {
    const id = await changeModel(deps, teamId, async ({ client, model }) => {
      const source = input.copyOf === undefined ? null : await findRole(client, teamId, input.copyOf)
      if (source === undefined) {
        throw new AppError('validation_failed', { errors: [{ path: 'copyOf', code: 'unknown_choice' }] })
      }
      const made = await insertRole(client, teamId, input)
      if (made === undefined) throw nameTaken()
      const features = source?.featurePermissions ?? input.featurePermissions
      await setFeaturePermissions(client, made, features)
      await setDataPermissions(client, teamId, made, source?.dataPermissions ?? [])
      await record(client, model, null, await findRole(client, teamId, made))
      return made
    })
    await announce(teamId, id)
    return get(teamId, id)
  }

  async function update(
    { teamId }: TeamUser,
    userRoleId: number,
    { version, ...input }: Input<'update'>,
  ): Promise<UserRoleDetail> {
    const isOther = await changeModel(deps, teamId, async ({ client, model }) => {
      const before = await current(client, teamId, userRoleId, version)
      const after = { ...before, ...defined(input) }
      const isRenamed = after.roleName !== before.roleName
      if (before.isMember && (isRenamed || !after.isActive)) throw new AppError('fixed_role')
      if (await isNameTaken(client, teamId, userRoleId, after.roleName)) throw nameTaken()
      await updateRole(client, userRoleId, after)
      await setFeaturePermissions(client, userRoleId, after.featurePermissions)
      await record(client, model, before, after)
      return after.isActive !== before.isActive
    })
    // Sessions and event streams know the active roles of their user.
    if (isOther) await live.invalidate({ team: teamId })
    await announce(teamId, isOther ? undefined : userRoleId)
    return get(teamId, userRoleId)
  }

  async function replaceDataPermissions(
    { teamId }: TeamUser,
    userRoleId: number,
    { version, items }: Input<'setDataPermissions'>,
  ): Promise<UserRoleDetail> {
    await changeModel(deps, teamId, async ({ client, model }) => {
      const before = await current(client, teamId, userRoleId, version)
      const dataPermissions = checkDataPermissions(
        model,
        await wizardIds(client, teamId),
        items,
        before.dataPermissions,
      )
      await setDataPermissions(client, teamId, userRoleId, dataPermissions)
      await touchRole(client, userRoleId)
      await record(client, model, before, { ...before, dataPermissions })
    })
    await announce(teamId, userRoleId)
    return get(teamId, userRoleId)
  }

  async function remove({ teamId }: TeamUser, userRoleId: number): Promise<void> {
    await changeModel(deps, teamId, async ({ client, model }) => {
      const before = await findRole(client, teamId, userRoleId)
      if (!before) throw new AppError('not_found')
      if (before.isMember) throw new AppError('fixed_role')
      await deleteRole(client, userRoleId)
      await record(client, model, before, null)
    })
    await live.invalidate({ team: teamId })
    await announce(teamId)
  }

  async function explain(
    { teamId }: TeamUser,
    { subject, dataCollectionId, dataRecordId }: Input<'explain'>,
  ): Promise<AccessExplanation> {
    const stored = await models.get(teamId)
    const { model, reader } = await readerOf(stored, subject)
    const whole = homeContext({ model, caller: everything, executor: pool }, dataCollectionId)
    const explained = await explainAccess(whole, reader, dataRecordId)
    if (!reader.isTeamAdmin) return { isTeamAdmin: false, ...explained }
    const yes = { isAllowed: true, rules: [] }
    return {
      isTeamAdmin: true,
      rules: [],
      visible: yes,
      deletable: yes,
      metadata: yes,
      fields: explained.fields.map(({ dataFieldId }) => ({ dataFieldId, read: yes, update: yes })),
    }
  }

  /** A user, or an imagined holder of a role, with the team's model that has the role's unsaved permissions. */
  async function readerOf(
    model: TeamModel,
    subject: AccessSubject,
  ): Promise<{ model: TeamModel; reader: TeamUserCaller }> {
    if ('teamUserId' in subject) {
      const user = await findReader(pool, model.teamId, subject.teamUserId)
      if (!user) throw new AppError('not_found')
      return { model, reader: { kind: 'team_user', ...user } }
    }
    const role = model.roles.get(subject.userRoleId)
    if (!role) throw new AppError('not_found')
    const unsaved = subject.dataPermissions
    const dataGrants = unsaved
      ? checkDataPermissions(model, await wizardIds(pool, model.teamId), unsaved, role.dataGrants)
      : role.dataGrants
    const member = [...model.roles.values()].filter(({ isMember }) => isMember)
    const userRoleIds = [...new Set([...member.map(({ id }) => id), role.id])]
    return {
      model: {
        ...model,
        roles: new Map(model.roles).set(role.id, { ...role, isActive: true, dataGrants }),
      },
      reader: { kind: 'team_user', teamUserId: 0, isTeamAdmin: false, userRoleIds },
    }
  }

  return {
    list: async (teamId: number) => {
      const [items, teamAdminCount] = await Promise.all([
        listRoles(pool, teamId),
        countTeamAdmins(pool, teamId),
      ])
      return { items, teamAdminCount }
    },
    get,
    create,
    update,
    setDataPermissions: replaceDataPermissions,
    remove,
    explain,
  }
}

type Client = ModelChange['client']

async function current(
  client: Client,
  teamId: number,
  userRoleId: number,
  version: number,
): Promise<UserRoleDetail> {
  const role = await findRole(client, teamId, userRoleId)
  if (!role) throw new AppError('not_found')
  if (role.version !== version) throw new AppError('version_conflict')
  return role
}

function nameTaken(): AppError {
  return new AppError('name_taken', { errors: [{ path: 'roleName', code: 'not_unique' }] })
}

/** Without the keys that a request left out. */
function defined<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: Exclude<Values[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
}

async function record(
  client: Client,
  model: TeamModel,
  before: UserRoleDetail | null | undefined,
  after: UserRoleDetail | null | undefined,
): Promise<void> {
  const role = (after ?? before)!
  await audit(client, {
    teamId: model.teamId,
    subject: 'user_role',
    subjectId: role.id,
    name: role.roleName,
    action: !before ? 'created' : !after ? 'deleted' : 'updated',
    ...(before ? { before: auditValues(model, before) } : {}),
    ...(after ? { after: auditValues(model, after) } : {}),
  })
}

/** With names, since ids say nothing once a collection or field is gone. */
function auditValues(model: TeamModel, role: UserRoleDetail): AuditValues {
  const { roleName, description, isActive, featurePermissions, dataPermissions } = role
  return {
    roleName,
    description,
    isActive,
    featurePermissions: [...featurePermissions].sort(),
    dataPermissions: dataPermissions.map((grant) => named(model, grant)),
  }
}

function named(
  { collections, fields }: TeamModel,
  { permission, dataCollectionId, dataFieldId, dataWizardId, rowFilter }: DataPermissionGrant,
): AuditValues {
  const field = dataFieldId === null ? undefined : fields.get(dataFieldId)
  const collection = collections.get(dataCollectionId ?? field?.dataCollectionId ?? 0)
  return {
    permission,
    ...(collection ? { collection: collection.name } : {}),
    ...(field ? { field: field.title } : {}),
    ...(dataWizardId === null ? {} : { dataWizardId }),
    ...(rowFilter ? { rowFilter } : {}),
  }
}
