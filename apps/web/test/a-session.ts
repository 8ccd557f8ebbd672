/** Makes sessions for tests: `aSession({ teams: [{ teamId: 1, isTeamAdmin: true }] })`. */
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import type { Session, SignedIn } from '../src/features/auth/public.ts'

interface TeamWanted {
  teamId: number
  isTeamAdmin?: boolean
  permissions?: FeaturePermission[]
  isDeactivated?: boolean
  isSuspended?: boolean
  language?: 'en' | 'es' | 'fr' | null
}

export function aSession({
  isSysAdmin = false,
  teams = [],
}: {
  isSysAdmin?: boolean
  teams?: TeamWanted[]
} = {}): { status: 'signedIn'; user: SignedIn } & Session {
  return {
    status: 'signedIn',
    user: {
      userId: 'u1',
      name: 'Ana Torres',
      email: 'ana@example.org',
      isSysAdmin,
      defaultUserPicture: '',
      defaultTeamPicture: '',
      teams: teams.map(
        ({ teamId, isTeamAdmin = false, isDeactivated = false, isSuspended = false, language = null }) => ({
          TeamId: teamId,
          teamUserLinkId: teamId,
          firstName: 'Ana',
          lastName: 'Torres',
          isTeamAdmin,
          deactivatedAsOf: isDeactivated ? '2026-01-01T00:00:00Z' : null,
          lastOpened: null,
          InterfaceLanguage: language,
          mayExport: true,
          seenAs: null,
          Team: {
            teamId,
            version: 1,
            name: `Team ${teamId}`,
            shortName: '',
            primaryTimezone: 'Europe/Paris',
            defaultInterfaceLanguage: 'fr',
            availableDataLanguages: ['en'],
            defaultDataLanguage: 'en',
            website: null,
            billingAddress: null,
            country: 'US',
            currency: 'USD',
            squareLogo: null,
            horizontalLogo: null,
            appSquareLogo: null,
            appHorizontalLogo: null,
            enumAppBrandId: 3,
            memberCount: 1,
            description: '',
            suspendedAt: isSuspended ? '2026-01-01T00:00:00Z' : null,
            createdAt: '2026-01-01T00:00:00Z',
          },
        }),
      ),
      roleLinks: teams
        .filter((team) => team.permissions)
        .map(({ teamId, permissions = [] }) => ({
          TeamId: teamId,
          userRoleId: teamId,
          roleName: 'Role',
          FeaturePermissions: permissions.map((name) => ({
            TeamId: teamId,
            EnumFeaturePermissionId: featurePermissions.indexOf(name) + 1,
            name,
          })),
        })),
    },
  }
}
