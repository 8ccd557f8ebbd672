/** Version numbers that increase with each write that this process is notified of; they invalidate caches. */
import type { Live } from '../../platform/live.ts'
import type { Scope } from '../access/scope.ts'

interface TeamVersions {
  total: number
  /** Changes that may affect any collection. */
  all: number
  collections: Map<number, number>
}

export class Versions {
  private readonly teams = new Map<number, TeamVersions>()

  constructor(live: Live) {
    live.onRecordsChanged((teamId, dataCollectionId) => this.bump(teamId, dataCollectionId))
    live.onInvalidation(
      (what) => {
        if ('model' in what) this.bump(what.model, 'all')
      },
      () => {
        for (const teamId of this.teams.keys()) this.bump(teamId, 'all')
      },
    )
  }

  /** @param isAlone whether the query reads no other collection, so that only writes to its own tree count */
  of(scope: Scope, isAlone: boolean): number {
    const team = this.teams.get(scope.model.teamId)
    if (!team) return 0
    return isAlone ? team.all + (team.collections.get(scope.access.home.id) ?? 0) : team.total
  }

  private bump(teamId: number, dataCollectionId: number | 'all'): void {
    const team = this.teams.get(teamId) ?? { total: 0, all: 0, collections: new Map<number, number>() }
    this.teams.set(teamId, team)
    team.total += 1
    if (dataCollectionId === 'all') team.all += 1
    else team.collections.set(dataCollectionId, (team.collections.get(dataCollectionId) ?? 0) + 1)
  }
}
