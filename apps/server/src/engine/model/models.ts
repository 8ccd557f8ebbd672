/** The models of teams, cached per process and invalidated by NOTIFY. */
import type pg from 'pg'
import { autonomous } from '../../platform/db.ts'
import type { Live } from '../../platform/live.ts'
import type { DesignHolder } from './held-design.ts'
import { loadModel, type TeamModel } from './model.ts'

/** Models of this many teams are kept; with 2,000 teams in use, the least recently used are loaded again. */
const maxModels = 500

/** Models of teams, loaded on first use. */
export class Models {
  private readonly pool: pg.Pool
  private readonly live: Live
  private readonly limit: number
  /** Called by every change of a model. */
  readonly holders: readonly DesignHolder[]
  /** The least recently used first. */
  private readonly cached = new Map<number, Promise<TeamModel>>()

  constructor(
    pool: pg.Pool,
    live: Live,
    { limit = maxModels, holders = [] }: { limit?: number; holders?: readonly DesignHolder[] } = {},
  ) {
    this.pool = pool
    this.live = live
    this.limit = limit
    this.holders = holders
    live.onInvalidation(
      (what) => {
        if ('model' in what) this.cached.delete(what.model)
        if ('models' in what) this.cached.clear()
      },
      () => this.cached.clear(),
    )
  }

  /** @throws AppError not_found when there is no such team, or when it is suspended or deleted */
  get(teamId: number): Promise<TeamModel> {
    const cached = this.cached.get(teamId)
    if (cached) {
      this.cached.delete(teamId)
      this.cached.set(teamId, cached)
      return cached
    }
    const loading = loadModel(autonomous(this.pool), teamId)
    this.cached.set(teamId, loading)
    loading.catch(() => this.cached.delete(teamId))
    const [oldest] = this.cached.keys()
    if (this.cached.size > this.limit && oldest !== undefined) this.cached.delete(oldest)
    return loading
  }

  /** Removes the model from the cache, so that the next `get` loads it again. */
  forget(teamId: number): void {
    this.cached.delete(teamId)
  }

  /** Announces a committed change of the team's model to all processes and clients. */
  async changed(teamId: number): Promise<void> {
    await this.live.invalidate({ model: teamId })
    await this.live.changed(teamId, { kind: 'collections' })
  }
}
